// verdict: build_failed
// says: the file does not define matrix_attention

int x = 1;
