package dev.riffle.formats.image;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Creates images for tests. */
final class TestImages {

    private static final int HEIGHT = 12;
    private static final int WIDTH = 16;

    private TestImages() {}

    /** Returns the pixels of the WebP files in the test resources. The image is 12 x 16 and has 3 or 4 channels. */
    static DenseTensor gradient(int channels) {
        byte[] samples = new byte[HEIGHT * WIDTH * channels];
        for (int y = 0, at = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int[] pixel = {16 * x, 20 * y, (7 * x + 13 * y) % 256, 255 - 9 * x};
                for (int c = 0; c < channels; c++) {
                    samples[at++] = (byte) pixel[c];
                }
            }
        }
        return tensor(samples, HEIGHT, WIDTH, channels);
    }

    static DenseTensor tensor(byte[] samples, int... shape) {
        return DenseTensor.of(Shape.of(shape), Values.wrap(DType.UINT8, samples.length, ByteBuffer.wrap(samples)));
    }

    static byte[] samples(DenseTensor tensor) {
        byte[] samples = new byte[tensor.values().size()];
        tensor.values().data().get(samples);
        return samples;
    }

    static Bytes resource(String name) {
        try (InputStream in = TestImages.class.getResourceAsStream(name)) {
            return Bytes.ofOwned(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a PNG with a bit depth of 8, this header and these raw rows. Each row begins with its filter type. */
    static Bytes png(int width, int height, int colorType, byte[] rows) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(ImageFormat.PNG.start().toByteArray());
        ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
        header.put((byte) 8).put((byte) colorType);
        file.writeBytes(chunk("IHDR", header.array()));
        file.writeBytes(chunk("IDAT", deflated(rows)));
        file.writeBytes(chunk("IEND", new byte[0]));
        return Bytes.ofOwned(file.toByteArray());
    }

    /** Returns the PNG with an additional chunk after its header. */
    static Bytes withChunk(Bytes png, String type, byte[] data) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(png.slice(0, 33).toByteArray());
        file.writeBytes(chunk(type, data));
        file.writeBytes(png.slice(33, png.size()).toByteArray());
        return Bytes.ofOwned(file.toByteArray());
    }

    /** Returns the simple WebP in the extended form, with this size and colour profile. */
    static Bytes extendedWebp(Bytes simple, int width, int height, byte[] profile) {
        int padded = profile.length + (profile.length & 1);
        int size = simple.size() + 18 + 8 + padded;
        ByteBuffer file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(Bytes.ofUtf8("RIFF").asByteBuffer()).putInt(size - 8);
        file.put(Bytes.ofUtf8("WEBPVP8X").asByteBuffer()).putInt(10).putInt(0x20);
        file.putShort((short) (width - 1)).put((byte) 0).putShort((short) (height - 1));
        file.put((byte) 0).put(Bytes.ofUtf8("ICCP").asByteBuffer()).putInt(profile.length);
        file.put(profile).position(38 + padded);
        file.put(simple.slice(12, simple.size()).asByteBuffer());
        return Bytes.ofOwned(file.array());
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] target = new byte[bytes.length + 100];
        int size = deflater.deflate(target);
        deflater.end();
        return ByteBuffer.allocate(size).put(target, 0, size).array();
    }

    static byte[] chunk(String type, byte[] data) {
        ByteBuffer chunk = ByteBuffer.allocate(12 + data.length).putInt(data.length);
        chunk.put(type.getBytes(StandardCharsets.US_ASCII)).put(data);
        CRC32 sum = new CRC32();
        sum.update(chunk.array(), 4, 4 + data.length);
        return chunk.putInt((int) sum.getValue()).array();
    }
}
