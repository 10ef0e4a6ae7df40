package dev.riffle.formats.image;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.Shape;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes PNG with eight bits for each sample. Each row holds the differences from the row above. This form compresses
 * photographs and drawings well.
 */
final class PngWriting {

    private static final byte[] COLOR_TYPES = {0, 0, 4, 2, 6};
    private static final byte UP = 2;

    private PngWriting() {}

    static Bytes write(Shape shape, byte[] samples) {
        int height = shape.dim(0);
        int width = shape.dim(1);
        int channels = shape.dim(2);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            ImageFormat.PNG.start().writeTo(file);
            DataOutputStream out = new DataOutputStream(file);
            ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
            header.put((byte) 8).put(COLOR_TYPES[channels]);
            chunk(out, "IHDR", header.array());
            chunk(out, "IDAT", rows(samples, width * channels));
            chunk(out, "IEND", new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Bytes.ofOwned(file.toByteArray());
    }

    private static byte[] rows(byte[] samples, int row) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            byte[] filtered = new byte[1 + row];
            filtered[0] = UP;
            for (int from = 0; from < samples.length; from += row) {
                for (int i = 0; i < row; i++) {
                    filtered[1 + i] = (byte) (samples[from + i] - (from == 0 ? 0 : samples[from + i - row]));
                }
                out.write(filtered);
            }
        }
        return packed.toByteArray();
    }

    private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) sum.getValue());
    }
}
