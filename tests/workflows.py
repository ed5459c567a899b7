"""Reads YAML as far as the workflows in integrations/ go, since Python has no reader of its own."""


def lines_of(text):
    """Depth and content of each line that says something. An item of a list is a line "- " of its own, its content
    deeper."""
    for line in text.splitlines():
        content = line.lstrip(" ")
        depth = len(line) - len(content)
        if not content or content.startswith("#"):
            continue
        if content.startswith("- "):
            yield depth, "-"
            depth, content = depth + 2, content[2:]
        yield depth, content


def block(lines):
    """The value of the lines from the first, which all that belongs to it has the depth of. Takes them away."""
    depth, first = lines[0]
    if first != "-" and ": " not in first and not first.endswith(":"):
        return lines.pop(0)[1]
    value = [] if first == "-" else {}
    while lines and lines[0][0] == depth:
        _, content = lines.pop(0)
        key, _, rest = content.partition(":")
        if content == "-":
            value.append(block(lines))
        elif rest.strip():
            value[key] = rest.strip()
        else:
            value[key] = block(lines) if lines and (lines[0][0] > depth or lines[0] == (depth, "-")) else ""
    return value


def plain(value):
    """What a real reader of YAML found, with its words as they are written."""
    if isinstance(value, dict):
        return {"on" if key is True else key: plain(member) for key, member in value.items()}
    if isinstance(value, bool):
        return str(value).lower()
    return [plain(item) for item in value] if isinstance(value, list) else str(value)


def read_yaml(file):
    """Its mappings, lists and words. Throws ValueError where PyYAML is there and reads something else."""
    text = file.read_text()
    found = block(list(lines_of(text)))
    try:
        import yaml
    except ImportError:
        return found
    if found != plain(yaml.safe_load(text)):
        raise ValueError(f"{file}: read as {found}, by PyYAML as {yaml.safe_load(text)}")
    return found
