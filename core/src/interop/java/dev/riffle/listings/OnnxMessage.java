package dev.riffle.listings;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A message of ONNX's {@code onnx.proto}, written field by field. */
final class OnnxMessage {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private interface Writing {
        void to(CodedOutputStream output) throws IOException;
    }

    private OnnxMessage write(Writing writing) {
        try {
            CodedOutputStream output = CodedOutputStream.newInstance(bytes);
            writing.to(output);
            output.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    OnnxMessage number(int field, long value) {
        return write(output -> output.writeInt64(field, value));
    }

    OnnxMessage numbers(int field, float... values) {
        return write(output -> {
            for (float value : values) {
                output.writeFloat(field, value);
            }
        });
    }

    OnnxMessage text(int field, String... values) {
        return write(output -> {
            for (String value : values) {
                output.writeString(field, value);
            }
        });
    }

    OnnxMessage message(int field, OnnxMessage value) {
        return write(output -> output.writeByteArray(field, value.toByteArray()));
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
