package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.shard.SetManifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the library writes and reads the worked examples in {@code docs/reference/formats}. */
class FormatPagesTest {

    @Test
    void tfRecordDumpMatchesTheLibrary() throws IOException {
        byte[] dump = HexDump.of("docs/reference/formats/tfrecord.md");
        assertThat(dump).isEqualTo(RecordFiles.tfRecords("abc".getBytes(), new byte[0], "hello".getBytes()));
        assertThat(RecordFiles.read(RecordFiles.source(dump), RecordReaderOptions.defaults())
                        .records())
                .hasSize(3);
    }

    @Test
    void ofRecordDumpMatchesTheLibrary() throws IOException {
        byte[] dump = HexDump.of("docs/reference/formats/ofrecord.md");
        assertThat(dump).isEqualTo(RecordFiles.GOLDEN_OFRECORD);
        assertThat(RecordFiles.read(
                                RecordFiles.source(dump),
                                RecordReaderOptions.defaults().format(RecordFormat.OFRECORD))
                        .records())
                .hasSize(2);
    }

    @Test
    void manifestExampleIsValid(@TempDir Path directory) throws IOException {
        Matcher json = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Repository.root().resolve("docs/reference/formats/manifest.md")));
        assertThat(json.find()).isTrue();
        Path file = Files.writeString(directory.resolve("manifest"), json.group(1));
        assertThat(SetManifest.read(file).toJson()).isEqualTo(json.group(1));
    }

    @Test
    void checksumTableMatchesTheLibrary() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/reference/formats/tfrecord.md"));
        byte[][] rows = {{}, new byte[8], "123456789".getBytes(StandardCharsets.US_ASCII)};
        String[] names = {"nothing", "eight zero bytes", "`123456789` in ASCII"};
        for (int i = 0; i < rows.length; i++) {
            int masked = MaskedCrc32c.of(rows[i], 0, rows[i].length);
            assertThat(page)
                    .contains("| " + names[i] + " | `"
                            + HexFormat.of().toHexDigits(MaskedCrc32c.unmask(masked))
                            + "` | `" + HexFormat.of().toHexDigits(masked) + "` |");
        }
    }
}
