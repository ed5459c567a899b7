// verdict: build_failed
// says: it does not compile

def matrix_attention(X, query, key, value):
    return X @ query
