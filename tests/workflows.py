"""Reads the workflows in integrations/."""

import yaml


def plain(value):
    """What a reader of YAML found, with its words as they are written."""
    if isinstance(value, dict):
        return {"on" if key is True else key: plain(member) for key, member in value.items()}
    if isinstance(value, bool):
        return str(value).lower()
    return [plain(item) for item in value] if isinstance(value, list) else str(value)


def read_yaml(file):
    """Its mappings, lists and words."""
    return plain(yaml.safe_load(file.read_text()))
