package dev.riffle.tensor;

import static dev.riffle.tensor.TensorWire.Field.BYTES;
import static dev.riffle.tensor.TensorWire.Field.FIXED32;
import static dev.riffle.tensor.TensorWire.Field.FIXED64;
import static dev.riffle.tensor.TensorWire.Field.MESSAGE;
import static dev.riffle.tensor.TensorWire.Field.TEXT;
import static dev.riffle.tensor.TensorWire.Field.UNKNOWN;
import static dev.riffle.tensor.TensorWire.Field.VARINT;

import dev.riffle.internal.PackedVarints;
import dev.riffle.internal.Utf8;
import dev.riffle.internal.WireScanner;

/**
 * The message types inside a TensorProto, including resources and variants. {@link #check} rejects bytes that
 * protobuf's C++ parser rejects, even in fields that the decoder does not read. Source: tensor.proto,
 * tensor_shape.proto and resource_handle.proto of TensorFlow; protobuf's parser for proto3.
 */
enum TensorWire {
    DIM(VARINT, TEXT),
    SHAPE(UNKNOWN, MESSAGE, VARINT),
    TYPED_SHAPE(VARINT, MESSAGE),
    RESOURCE(TEXT, TEXT, TEXT, VARINT, TEXT, MESSAGE),
    VARIANT(TEXT, BYTES, MESSAGE),
    TENSOR(
            VARINT, MESSAGE, VARINT, BYTES, FIXED32, FIXED64, VARINT, BYTES, FIXED32, VARINT, VARINT, FIXED64, VARINT,
            MESSAGE, MESSAGE, VARINT, VARINT, BYTES);

    /** The type of a field. If a field is repeated, its numbers can be single or packed. */
    enum Field {
        UNKNOWN,
        VARINT,
        FIXED32,
        FIXED64,
        BYTES,
        TEXT,
        MESSAGE
    }

    /** Field numbers of TensorProto. */
    static final int DTYPE = 1;

    static final int TENSOR_SHAPE = 2;
    static final int CONTENT = 4;
    static final int INT_VAL = 7;
    static final int STRING_VAL = 8;
    static final int BOOL_VAL = 11;
    static final int RESOURCE_VAL = 14;
    static final int VARIANT_VAL = 15;
    static final int FLOAT8_VAL = 18;

    private static final int FIRST_LIST = 5;

    /** The fields by number, from 1. */
    private final Field[] fields;

    TensorWire(Field... fields) {
        this.fields = fields;
    }

    private Field field(int number) {
        return number > fields.length ? UNKNOWN : fields[number - 1];
    }

    private TensorWire inner(int number) {
        return switch (this) {
            case SHAPE -> DIM;
            case TYPED_SHAPE -> SHAPE;
            case RESOURCE -> TYPED_SHAPE;
            case VARIANT -> TENSOR;
            case TENSOR -> number == TENSOR_SHAPE ? SHAPE : number == RESOURCE_VAL ? RESOURCE : VARIANT;
            case DIM -> throw new AssertionError("a dimension contains no message");
        };
    }

    /**
     * Checks the rest of this message.
     *
     * @param depth the number of messages that contain this message
     * @throws dev.riffle.internal.WireException if the bytes are not valid
     */
    void check(WireScanner wire, byte[] bytes, int depth) {
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            int number = tag >>> 3;
            if ((tag & 7) != WireScanner.LENGTH_DELIMITED) {
                wire.skip(tag, depth);
                continue;
            }
            int begin = wire.position();
            int end = wire.readLength() + wire.position();
            int from = wire.position();
            switch (field(number)) {
                case MESSAGE -> {
                    if (depth >= WireScanner.MAX_DEPTH) {
                        throw wire.failure(begin, "messages nested more than " + WireScanner.MAX_DEPTH + " deep");
                    }
                    int limit = wire.limit();
                    wire.window(from, end);
                    inner(number).check(wire, bytes, depth + 1);
                    wire.window(end, limit);
                }
                case TEXT -> {
                    if (!Utf8.isValid(bytes, from, end)) {
                        throw wire.failure(from, "field " + number + " of " + this + " is not valid UTF-8");
                    }
                }
                case VARINT -> {
                    if (this == TENSOR && number >= FIRST_LIST && PackedVarints.count(bytes, from, end) < 0) {
                        throw wire.failure(from, "packed varint that is incomplete or too long");
                    }
                }
                case FIXED32 -> checkPacked(wire, from, end, Float.BYTES);
                case FIXED64 -> checkPacked(wire, from, end, Double.BYTES);
                case BYTES, UNKNOWN -> {}
            }
            wire.advance(end - wire.position());
        }
    }

    private static void checkPacked(WireScanner wire, int from, int end, int size) {
        if ((end - from) % size != 0) {
            throw wire.failure(from, "packed numbers have " + (end - from) + " bytes, not a multiple of " + size);
        }
    }
}
