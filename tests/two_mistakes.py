#!/usr/bin/env python3
"""Writes programs with two of the known mistakes each: tests/two_mistakes.py FOLDER"""

import sys
from pathlib import Path

from mistakes import two_made_in

SOLUTIONS = Path(__file__).resolve().parents[1] / "solutions"
PROGRAMS = {
    "02_matrix_attention": ("missing_value_bias", "weights_transposed"),
    "03_two_head_attention": ("divided_by_dq", "heads_swapped"),
    "07_context_vectors": ("divided_by_root_e", "softmax_over_columns"),
    "09_causal_attention": ("not_scaled", "aligned_at_top_left"),
    "11_multi_head_attention": ("divided_by_root_of_keys", "heads_reversed"),
    "15_single_query_attention": ("missing_value_bias", "not_scaled"),
    "16_decoder_layer": ("never_masked", "no_relu"),
    "17_batched_attention": ("divided_by_root_e", "merged_by_view"),
    "20_adam": ("square_not_corrected", "eps_inside_root"),
    "22_one_token_attention": ("third_token_asks", "divided_by_root_dq"),
}

# What the mistakes leave unused: compilers would warn of it, each in other words.
QUIET = '#pragma GCC diagnostic ignored "-Wunused-variable"\n'

for exercise, names in PROGRAMS.items():
    file, text = two_made_in(SOLUTIONS / exercise, *names)
    (Path(sys.argv[1]) / file).write_text(QUIET + text)
