package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvExportTest {

    private static String exported(CsvExport form, Example... examples) throws IOException {
        StringWriter text = new StringWriter();
        try (ExampleWriter writer = form.open(text)) {
            for (Example example : examples) {
                writer.write(example);
            }
        }
        return text.toString();
    }

    @Test
    void writesAHeaderAndQuotesIfNecessary() throws IOException {
        Example example = Example.builder()
                .put("s", "a \"b\", c\nd")
                .put("e", "")
                .put("n", -1)
                .put("f", 2f)
                .build();
        assertThat(exported(CsvExport.of(List.of("s", "e", "n", "f", "none")), example))
                .isEqualTo("s,e,n,f,none\n\"a \"\"b\"\", c\nd\",\"\",-1,2.0,\n");
    }

    @Test
    void importReadsTheExportBack() throws IOException {
        Example[] examples = {
            Example.builder().put("s", "x,\ny").put("f", 0.1f).put("n", 3).build(),
            Example.builder().put("s", "").put("f", 5f).build(),
        };
        String text = exported(CsvExport.of(List.of("f", "n", "s")), examples);
        assertThat(TextSources.examples(CsvImport.of(TextSources.of(text)))).containsExactly(examples);
    }

    @Test
    void joinsListsWithASeparator() throws IOException {
        Example list = Example.builder().put("n", 1L, 2L).put("m", 0).build();
        CsvExport form = CsvExport.of(List.of("n", "m")).delimiter(';').listSeparator("|");
        assertThat(exported(form, list)).isEqualTo("n;m\n1|2;0\n");
        Example clash = Example.builder().put("n", "a|b", "c").build();
        assertThatThrownBy(() -> exported(form, clash))
                .isInstanceOf(ExportException.class)
                .hasMessageContaining("has a value that contains the list separator |");
        Example single = Example.builder().put("n", "a|b").build();
        assertThatThrownBy(() -> exported(form, single))
                .isInstanceOf(ExportException.class)
                .hasMessageContaining("has a value that contains the list separator |");
    }

    @Test
    void rejectsValuesThatACellCannotHold() {
        CsvExport form = CsvExport.of(List.of("n", "m"));
        assertThatThrownBy(
                        () -> exported(form, Example.builder().put("n", 1L, 2L).build()))
                .isInstanceOf(ExportException.class)
                .hasMessageContaining("feature \"n\" has 2 values, but a CSV cell holds one");
        assertThatThrownBy(() -> exported(
                        form, Example.builder().put("n", Bytes.ofHex("ff")).build()))
                .hasMessageContaining("not UTF-8 text: 1 bytes [ff]; omit the column, or use JSON lines");
        assertThatThrownBy(() -> exported(CsvExport.of(List.of("n")), Example.empty()))
                .hasMessageContaining("its row would be a blank line");
    }

    @Test
    void countsFeaturesThatBecameEmpty() throws IOException {
        try (ExampleWriter writer = CsvExport.of(List.of("n", "m")).open(new StringWriter())) {
            writer.write(Example.builder()
                    .put("n", Feature.empty(Kind.INT64))
                    .put("m", Feature.notSet())
                    .build());
            assertThat(writer.emptied()).isEqualTo(2);
        }
    }

    @Test
    void throwsFailuresOfTheWriter() {
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("disk full");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        assertThatThrownBy(() -> {
                    ExampleWriter writer = CsvExport.of(List.of("n", "m")).open(full);
                    writer.write(Example.builder().put("n", "x".repeat(100_000)).build());
                    writer.flush();
                })
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
    }

    @Test
    void rejectsAnEmptyListOfColumns() {
        assertThatIllegalArgumentException().isThrownBy(() -> CsvExport.of(List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CsvExport.of(List.of("a")).listSeparator(""));
    }
}
