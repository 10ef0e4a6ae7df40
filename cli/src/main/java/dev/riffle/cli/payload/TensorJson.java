package dev.riffle.cli.payload;

import dev.riffle.internal.JsonWriter;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.io.IOException;

/**
 * Writes a line of JSON with tensors. Integers have all their digits. Floats have the fewest digits that read back as
 * the same float. A number that is not finite is text, and bytes that are not UTF-8 are {@code {"$bytes":"/wA="}}. The
 * class prints long lines in pieces.
 */
public final class TensorJson {

    private final Pieces pieces;
    private final JsonWriter json;

    /** Creates a line that is appended to {@code target} in pieces. */
    public TensorJson(Appendable target) {
        this.pieces = new Pieces(target);
        this.json = new JsonWriter(pieces.text);
    }

    /** Creates a part of a line that a writer has begun in {@code pieces}. */
    TensorJson(Pieces pieces, JsonWriter json) {
        this.pieces = pieces;
        this.json = json;
    }

    /** Returns the writer of the JSON around the tensors. */
    public JsonWriter json() {
        return json;
    }

    /** Prints the buffered text and ends the line. */
    public void endLine() throws IOException {
        pieces.text.append('\n');
        pieces.flush();
    }

    /** Writes a tensor as an object. */
    public void tensor(Tensor tensor) throws IOException {
        json.beginObject();
        members(tensor);
        json.endObject();
    }

    /** Writes the members of a tensor's object. */
    public void members(Tensor tensor) throws IOException {
        json.name("dtype").string(tensor.dtype().typeName());
        if (tensor instanceof DenseTensor dense) {
            dense(dense);
        } else if (tensor instanceof SparseTensor sparse) {
            sparse(sparse);
        } else if (tensor instanceof RaggedTensor ragged) {
            ragged(ragged);
        }
    }

    private void dense(DenseTensor tensor) throws IOException {
        shape("shape", tensor.shape());
        json.name("values");
        values(tensor);
    }

    /** Writes only the values of a tensor, in nested arrays. */
    void values(DenseTensor tensor) throws IOException {
        nested(tensor.values(), tensor.shape(), 0, 0);
    }

    /**
     * Writes one block of values. It has the number {@code index} among all blocks whose outermost dimension is {@code
     * dimension}. After the last dimension, a block is an element.
     */
    private void nested(Values values, Shape shape, int dimension, int index) throws IOException {
        if (dimension == shape.rank()) {
            element(values, index);
            return;
        }
        json.beginArray();
        for (int i = 0; i < shape.dim(dimension); i++) {
            nested(values, shape, dimension + 1, index * shape.dim(dimension) + i);
        }
        json.endArray();
    }

    private void sparse(SparseTensor tensor) throws IOException {
        json.name("indices");
        nested(tensor.indices(), Shape.of(tensor.count(), tensor.shape().rank()), 0, 0);
        json.name("values");
        flat(tensor.values());
        shape("dense_shape", tensor.shape());
    }

    private void ragged(RaggedTensor tensor) throws IOException {
        json.name("values");
        flat(tensor.values());
        json.name("row_splits").beginArray();
        for (Values splits : tensor.rowSplits()) {
            flat(splits);
        }
        json.endArray();
        if (tensor.innerShape().rank() > 0) {
            shape("inner_shape", tensor.innerShape());
        }
    }

    private void shape(String name, Shape shape) {
        json.name(name).beginArray();
        for (int dim : shape.toArray()) {
            json.number(dim);
        }
        json.endArray();
    }

    private void flat(Values values) throws IOException {
        nested(values, Shape.of(values.size()), 0, 0);
    }

    private void element(Values values, int index) throws IOException {
        switch (values.dtype()) {
            case STRING -> FeatureJson.bytes(json, values.bytesAt(index));
            case BOOL -> json.bool(values.booleanAt(index));
            case COMPLEX64 -> {
                json.beginArray();
                number(values.realAt(index), Float.toString((float) values.realAt(index)));
                number(values.imaginaryAt(index), Float.toString((float) values.imaginaryAt(index)));
                json.endArray();
            }
            case COMPLEX128 -> {
                json.beginArray();
                number(values.realAt(index), Double.toString(values.realAt(index)));
                number(values.imaginaryAt(index), Double.toString(values.imaginaryAt(index)));
                json.endArray();
            }
            case FLOAT64 -> number(values.doubleAt(index), Double.toString(values.doubleAt(index)));
            case FLOAT32,
                    FLOAT16,
                    BFLOAT16,
                    FLOAT8_E5M2,
                    FLOAT8_E4M3FN,
                    FLOAT8_E4M3FNUZ,
                    FLOAT8_E4M3B11FNUZ,
                    FLOAT8_E5M2FNUZ,
                    FLOAT4_E2M1FN -> number(values.floatAt(index), Float.toString(values.floatAt(index)));
            default -> json.number(values.bigIntegerAt(index).toString());
        }
        pieces.passOn();
    }

    private void number(double value, String text) {
        FeatureJson.number(json, value, text);
    }
}
