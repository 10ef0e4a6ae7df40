package dev.riffle.benchmarks.corpus;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Reads with the codec of Beam's {@code TFRecordIO} from the channel that Beam creates for the compression. The codec
 * is not public, so the reader calls it by reflection.
 */
public final class BeamReading implements GradedReader {

    @Override
    public String title() {
        return "Beam 2.73.0 TFRecordIO";
    }

    @Override
    public boolean isFor(CorpusRow row) {
        return row.format().equals("tfrecord") && !row.compression().equals("snappy");
    }

    @Override
    public void read(Path file, CorpusRow row, Consumer<byte[]> payloads) throws Exception {
        try {
            readAll(file, row, payloads);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void readAll(Path file, CorpusRow row, Consumer<byte[]> payloads) throws Throwable {
        Class<?> codecs = Class.forName("org.apache.beam.sdk.io.TFRecordIO$TFRecordCodec");
        MethodHandles.Lookup inside = MethodHandles.privateLookupIn(codecs, MethodHandles.lookup());
        Object codec =
                inside.unreflectConstructor(codecs.getDeclaredConstructor()).invoke();
        MethodHandle next = inside.unreflect(codecs.getMethod("read", ReadableByteChannel.class));
        try (FileChannel channel = FileChannel.open(file);
                ReadableByteChannel content = open(channel, row.compression())) {
            for (Object payload = next.invoke(codec, content); payload != null; payload = next.invoke(codec, content)) {
                payloads.accept((byte[]) payload);
            }
        }
    }

    private static ReadableByteChannel open(FileChannel file, String compression)
            throws ReflectiveOperationException, IOException {
        if (compression.equals("none")) {
            return file;
        }
        String name = compression.equals("zlib") ? "DEFLATE" : compression.toUpperCase(Locale.ROOT);
        Class<?> compressions = Class.forName("org.apache.beam.sdk.io.Compression");
        Object constant = compressions.getField(name).get(null);
        return (ReadableByteChannel) compressions
                .getMethod("readDecompressed", ReadableByteChannel.class)
                .invoke(constant, file);
    }
}
