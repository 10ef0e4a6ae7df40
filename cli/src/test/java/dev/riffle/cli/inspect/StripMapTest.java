package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StripMapTest {

    @TempDir
    Path directory;

    /** Returns the lost bytes of a file with 100 records of 19 bytes. One of the records is damaged. */
    private LostBytes oneOfAHundred(int damaged) throws IOException {
        String[] texts = new String[100];
        java.util.Arrays.fill(texts, "abc");
        Path file = Samples.texts(directory.resolve("a.tfrecord"), texts);
        Samples.flip(file, damaged * 19 + 12);
        LostBytes regions = new LostBytes();
        RecordReaderOptions options = RecordReaderOptions.defaults()
                .damage(DamagePolicy.skip(region -> regions.add(region.offset(), region.length())));
        try (RecordReader reader = RecordReader.open(file, options)) {
            assertThat(reader.stream().count()).isEqualTo(99);
        }
        return regions;
    }

    @Test
    void marksACellInWhichARegionEndsAsPartlyLost() throws IOException {
        String line = StripMap.line(oneOfAHundred(50), 1900, 80, Map.of());
        assertThat(line).isEqualTo("[" + "=".repeat(30) + "~" + "=".repeat(29) + "]");
        assertThat(StripMap.legend(Map.of())).isEqualTo("= intact, ~ partly lost, . lost");
    }

    @Test
    void fitsTheLine() throws IOException {
        LostBytes regions = oneOfAHundred(0);
        assertThat(StripMap.line(regions, 1900, 40, Map.of())).isEqualTo("[~" + "=".repeat(37) + "]");
        assertThat(StripMap.line(regions, 1900, 1, Map.of())).isEqualTo("[~" + "=".repeat(9) + "]");
    }

    @Test
    void drawsBlocksOnlyOnUtf8Terminals() throws IOException {
        LostBytes regions = oneOfAHundred(0);
        assertThat(StripMap.line(regions, 1900, 80, Map.of("LANG", "en_US.UTF-8")))
                .contains("█");
        assertThat(StripMap.line(regions, 1900, 80, Map.of("LC_ALL", "C", "LANG", "en_US.UTF-8")))
                .doesNotContain("█");
    }

    @Test
    void drawsACellForEachByteOfASmallFile() throws IOException {
        assertThat(StripMap.line(new LostBytes(), 5, 80, Map.of())).startsWith("[=====]");
    }

    @Test
    void drawsALostEnd() {
        for (long size : new long[] {6_758_503, 100_000_007, 70_001}) {
            LostBytes lost = new LostBytes();
            lost.add(size / 2, size - size / 2);
            assertThat(StripMap.line(lost, size, 80, Map.of())).contains(".]").doesNotContain("~]");
        }
    }

    @Test
    void drawsAHugeFileWithManyRegions() {
        LostBytes lost = new LostBytes();
        long size = 60L << 37;
        lost.add(0, size / 60);
        for (long at = size / 2; at < size / 2 + (1 << 24); at += 128) {
            lost.add(at, 64);
        }
        assertThat(StripMap.line(lost, size, 80, Map.of()))
                .startsWith("[." + "=".repeat(29) + "~" + "=".repeat(29) + "]");
    }
}
