package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that seeks in a file that is not mapped opens it once: an entry of a zip file is loaded by each opening. */
class ReusedChannelTest {

    private static final int COUNT = 3000;

    @TempDir
    Path directory;

    @Test
    void seeksInAZipEntryOpenItOnce() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(directory.resolve("data.zip"), Map.of("create", "true"))) {
            Path entry = Files.write(zip.getPath("/data.tfrecord"), RecordFiles.tfRecords(new byte[COUNT][1000]));
            int[] opened = {0};
            ByteSource source = new ByteSource() {
                @Override
                public String name() {
                    return "entry";
                }

                @Override
                public OptionalLong size() throws IOException {
                    return OptionalLong.of(Files.size(entry));
                }

                @Override
                public ReadableByteChannel open(long offset) throws IOException {
                    opened[0]++;
                    return ByteSource.of(entry).open(offset);
                }
            };
            try (RecordReader records = RecordReader.open(source)) {
                for (int i = COUNT - 1; i >= 0; i -= 300) {
                    records.seek(i * 1016L, i);
                    assertThat(records.next()).isTrue();
                    assertThat(records.offset()).isEqualTo(i * 1016L);
                    assertThat(records.payloadBytes()).isEqualTo(new byte[1000]);
                }
            }
            assertThat(opened[0]).isEqualTo(1);
        }
    }
}
