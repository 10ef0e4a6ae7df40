package dev.riffle.internal.frame;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Describes the content of a file that is not a record file, from its first bytes, its last bytes and its name. */
final class ContentGuess {

    private static final int SHOWN_BYTES = 8;
    private static final int LONGEST_CHARACTER_BYTES = 4;
    private static final int TAR_MAGIC_OFFSET = 257;
    private static final int ZIP_NAME_SIZE_OFFSET = 26;
    private static final int ZIP_NAME_OFFSET = 30;
    private static final String HEXADECIMAL = "hex:";
    private static final String NUMPY_ARCHIVE = "a NumPy archive (.npz)";
    private static final String ADD_ARRAYRECORD =
            "; to read ArrayRecord and Bagz, add the artifact dev.riffle:riffle-arrayrecord";
    private static final String SAVED_MODEL = "a TensorFlow SavedModel; it holds the graph of a model";

    /** The last bytes of a table in LevelDB's format: the number 0xdb4775248b80fb57, little-endian. */
    private static final byte[] TABLE_MAGIC = HexFormat.of().parseHex("57fb808b247547db");

    /** The number of last bytes that identify a file. */
    static final int END_BYTES = TABLE_MAGIC.length;

    /** The end of the name of a checkpoint's data. A shard of a record set has another name. */
    private static final Pattern CHECKPOINT_DATA = Pattern.compile("\\.data-\\d{5}-of-\\d{5}$");

    /**
     * The first bytes of files of one kind, as text or as hexadecimal digits, and the name of the kind for messages.
     */
    private record Magic(String beginning, String title) {
        boolean begins(byte[] bytes) {
            byte[] magic = beginning.startsWith(HEXADECIMAL)
                    ? HexFormat.of().parseHex(beginning.substring(HEXADECIMAL.length()))
                    : beginning.getBytes(StandardCharsets.ISO_8859_1);
            return bytes.length >= magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
        }
    }

    private static final List<Magic> MAGICS = List.of(
            new Magic(
                    "version https://git-lfs", "a Git LFS pointer, not the file itself; fetch it with 'git lfs pull'"),
            new Magic(
                    "model_checkpoint_path:",
                    "the list of TensorFlow checkpoints; the weights of a model are in the files that it names"),
            new Magic("PAR1", "a Parquet file, which 'riffle import' reads"),
            new Magic("ARROW1", "an Arrow file, which 'riffle import' reads"),
            new Magic("FEA1", "a Feather file"),
            new Magic("Obj\u0001", "an Avro file"),
            new Magic("ORC", "an ORC file"),
            new Magic("SEQ\u0006", "a Hadoop SequenceFile"),
            new Magic("hex:0a23d7ce", "an MXNet RecordIO file"),
            new Magic("PK\u0003\u0004", "a zip archive; unpack it first"),
            new Magic("PK\u0005\u0006", "an empty zip archive"),
            new Magic("7z\u00bc\u00af", "a 7z archive; unpack it first"),
            new Magic("Rar!", "a RAR archive; unpack it first"),
            new Magic("BZh", "bzip2 data; decompress it first"),
            new Magic("hex:fd377a585a00", "xz data; decompress it first"),
            new Magic("hex:28b52ffd", "zstd data; decompress it first"),
            new Magic("hex:04224d18", "lz4 data; decompress it first"),
            new Magic(
                    "hex:ff060000734e61507059",
                    "Snappy data in the framing format, which differs from TensorFlow's SNAPPY"),
            new Magic("hex:89504e470d0a1a0a", "a PNG image"),
            new Magic("hex:ffd8ff", "a JPEG image"),
            new Magic("GIF8", "a GIF image"),
            new Magic("RIFF", "a RIFF file (WebP, WAV or AVI)"),
            new Magic("II*\u0000", "a TIFF image"),
            new Magic("MM\u0000*", "a TIFF image"),
            new Magic("%PDF", "a PDF document"),
            new Magic("SQLite format 3", "an SQLite database"),
            new Magic("hex:894844460d0a1a0a", "an HDF5 file"),
            new Magic("hex:934e554d5059", "a NumPy array file (.npy)"),
            new Magic(
                    "hex:83af70d10d884a3f0000000000000000", "a Riegeli file, such as an ArrayRecord" + ADD_ARRAYRECORD),
            new Magic("hex:7f454c46", "an ELF program"),
            new Magic("hex:cafebabe", "a Java class file"));

    private ContentGuess() {}

    /** Describes the first bytes of a file, even if their kind is unknown. */
    static String of(ByteBuffer beginning) {
        byte[] bytes = arrayOf(beginning);
        return recognize(beginning)
                .orElseGet(() -> "unknown binary data that begins with "
                        + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN_BYTES))
                        + "; if it is a damaged record file, specify its format");
    }

    /** Returns whether a file has the name of a Bagz file. The format has no signature. */
    static boolean mayBeBagz(String name) {
        return name.endsWith(".bagz") || name.endsWith(".bag");
    }

    /** Recognizes a Bagz file by its last 8 bytes: the offset of a table of integers of 8 bytes. */
    static Optional<String> recognizeBagz(OptionalLong size, ByteBuffer end) {
        if (size.isEmpty() || end.remaining() < Long.BYTES) {
            return Optional.empty();
        }
        long table = size.getAsLong() - end.getLong(0);
        return table >= Long.BYTES && table <= size.getAsLong() && table % Long.BYTES == 0
                ? Optional.of("a Bagz file" + ADD_ARRAYRECORD)
                : Optional.empty();
    }

    /** Recognizes a known kind of file that contains no records, and returns its name. */
    static Optional<String> recognize(ByteBuffer beginning) {
        byte[] bytes = arrayOf(beginning);
        for (Magic magic : MAGICS) {
            if (magic.begins(bytes)) {
                return Optional.of(isNumPyArchive(bytes) ? NUMPY_ARCHIVE : magic.title());
            }
        }
        if (isSavedModel(bytes)) {
            return Optional.of(SAVED_MODEL);
        }
        if (isBitmap(bytes)) {
            return Optional.of("a BMP image");
        }
        if (allZero(bytes)) {
            return Optional.of(
                    "only zero bytes, perhaps from an interrupted download or a sparse copy; fetch it again");
        }
        if (bytes.length > TAR_MAGIC_OFFSET + 5
                && new String(bytes, TAR_MAGIC_OFFSET, 5, StandardCharsets.ISO_8859_1).equals("ustar")) {
            return Optional.of("a tar archive; unpack it first");
        }
        if (isText(bytes)) {
            return Optional.of(text(new String(bytes, StandardCharsets.UTF_8).strip()));
        }
        if (bytes.length > 2 && bytes[0] == (byte) 0x80 && bytes[1] >= 2 && bytes[1] <= 5) {
            return Optional.of("a Python pickle");
        }
        return Optional.empty();
    }

    /** Recognizes a kind of file by its last {@link #END_BYTES} bytes. */
    static Optional<String> recognizeEnd(ByteBuffer end) {
        return Arrays.equals(arrayOf(end), TABLE_MAGIC)
                ? Optional.of(
                        "an SSTable, such as the index of a TensorFlow checkpoint; a checkpoint holds the weights of"
                                + " a model")
                : Optional.empty();
    }

    /** Describes a file whose content has no sign of its kind by its name. */
    static Optional<String> named(String name) {
        String file = name.substring(name.replace('\\', '/').lastIndexOf('/') + 1);
        if (CHECKPOINT_DATA.matcher(file).find()) {
            return Optional.of(
                    "the data of a TensorFlow checkpoint, by its name; a checkpoint holds the weights of a" + " model");
        }
        return file.equals("saved_model.pb") ? Optional.of(SAVED_MODEL) : Optional.empty();
    }

    /** Returns whether the bytes begin with the header of a BMP image, which has four reserved bytes of zero. */
    private static boolean isBitmap(byte[] bytes) {
        return bytes.length >= 14
                && bytes[0] == 'B'
                && bytes[1] == 'M'
                && allZero(Arrays.copyOfRange(bytes, 6, 10))
                && allZero(Arrays.copyOfRange(bytes, 11, 14));
    }

    /** Returns whether a zip archive begins with an array of NumPy. */
    private static boolean isNumPyArchive(byte[] bytes) {
        if (bytes.length < ZIP_NAME_OFFSET || bytes[0] != 'P' || bytes[2] != 3) {
            return false;
        }
        int size = bytes[ZIP_NAME_SIZE_OFFSET] & 0xff | (bytes[ZIP_NAME_SIZE_OFFSET + 1] & 0xff) << 8;
        int end = Math.min(bytes.length, ZIP_NAME_OFFSET + size);
        return new String(bytes, ZIP_NAME_OFFSET, end - ZIP_NAME_OFFSET, StandardCharsets.ISO_8859_1).endsWith(".npy");
    }

    /**
     * Returns whether the bytes are the beginning of a SavedModel: the schema version 1, and a MetaGraphDef with
     * metadata. Source of the fields: {@code tensorflow/core/protobuf/saved_model.proto} and {@code meta_graph.proto}.
     */
    private static boolean isSavedModel(byte[] bytes) {
        if (bytes.length < 5 || bytes[0] != 0x08 || bytes[1] != 1 || bytes[2] != 0x12) {
            return false;
        }
        int at = 3;
        while (at < bytes.length && at < 8 && bytes[at] < 0) {
            at++;
        }
        return at + 1 < bytes.length && bytes[at + 1] == 0x0a;
    }

    private static byte[] arrayOf(ByteBuffer beginning) {
        byte[] bytes = new byte[beginning.remaining()];
        beginning.duplicate().get(bytes);
        return bytes;
    }

    private static String text(String text) {
        String lower = text.substring(0, Math.min(text.length(), 200)).toLowerCase(Locale.ROOT);
        if (lower.startsWith("<!doctype html") || lower.startsWith("<html")) {
            return "an HTML page, perhaps the error page of a failed download; fetch it again";
        }
        if (lower.startsWith("<?xml")) {
            return "an XML document, perhaps the error message of an object store; fetch it again";
        }
        if (lower.startsWith("{") || lower.startsWith("[")) {
            return "JSON text; 'riffle import' converts JSON lines to records";
        }
        if (lower.startsWith("features {") || lower.startsWith("features:")) {
            return "an Example in protobuf's text format; 'riffle message write' converts it to a message";
        }
        int lineEnd = text.indexOf('\n');
        String line = lineEnd < 0 ? text : text.substring(0, lineEnd);
        return line.indexOf(',') > 0 ? "text with commas, perhaps CSV; 'riffle import' converts it to records" : "text";
    }

    /** Returns whether all bytes are zero. A crash can leave any file in that state. */
    static boolean isZero(ByteBuffer beginning) {
        return allZero(arrayOf(beginning));
    }

    private static boolean allZero(byte[] bytes) {
        for (byte b : bytes) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the bytes are well-formed UTF-8 without control characters. The last character may be incomplete.
     */
    private static boolean isText(byte[] bytes) {
        for (byte b : bytes) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f') {
                return false;
            }
        }
        ByteBuffer left = ByteBuffer.wrap(bytes);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(left, CharBuffer.allocate(bytes.length), false);
        return result.isUnderflow() && left.remaining() < LONGEST_CHARACTER_BYTES;
    }
}
