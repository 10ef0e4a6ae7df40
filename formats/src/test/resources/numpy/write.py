"""Writes the arrays of this folder. The files here are from NumPy 2.4.6."""
import numpy as np

ARRAYS = {
    "float32": np.array([[1.5, -2], [3, 4]], "<f4"),
    "int16-big-endian": np.array([1, -2, 300], ">i2"),
    "bool": np.array([True, False, True]),
    "bytes": np.array([b"a", b"bcd", b""]),
    "text": np.array(["\u00e9", "\u65e5\u672c", ""]),
    "text-big-endian": np.array(["ab", "\U0001f600"], ">U2"),
    "uint64": np.array([0, 2**63], "<u8"),
    "float16": np.array([0.5, -1], "<f2"),
    "float64": np.array([0.1, 1e10]),
    "complex64": np.array([1 + 2j], "<c8"),
    "int32-4d": np.arange(24, dtype="<i4").reshape(2, 3, 1, 4),
    "empty": np.zeros((0, 3), "<i8"),
    "fortran": np.asfortranarray(np.arange(6).reshape(2, 3)),
    "scalar": np.array(7),
    "fields": np.array([(1, 2.0)], dtype=[("a", "<i4"), ("b", "<f8")]),
    "date": np.array(["2020-01-01"], "M8[D]"),
    "objects": np.array([None], dtype=object),
}
for name, array in ARRAYS.items():
    np.save(name + ".npy", array, allow_pickle=True)
for version in (2, 3):
    with open("version-%d.npy" % version, "wb") as file:
        np.lib.format.write_array(file, np.array([1, 2, 3], "<i8"), version=(version, 0))
np.savez("stored.npz", x=ARRAYS["float32"], y=np.array([5, 6]))
np.savez_compressed("compressed.npz", x=ARRAYS["float32"], y=np.array([5, 6]))
