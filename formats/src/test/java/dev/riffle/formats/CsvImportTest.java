package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvImportTest {

    private static List<Example> imported(String csv) throws IOException {
        return TextSources.examples(CsvImport.of(TextSources.of(csv)));
    }

    private static ImportException failure(CsvImport csv) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(
                ImportException.class, () -> TextSources.examples(csv));
    }

    private static ImportException failure(String csv) {
        return failure(CsvImport.of(TextSources.of(csv)));
    }

    @Test
    void readsEachRowAsAnExample() throws IOException {
        assertThat(imported("n,x,s\n1,0.5,tea\n2,,\n"))
                .containsExactly(
                        Example.builder()
                                .put("n", 1)
                                .put("x", 0.5f)
                                .put("s", "tea")
                                .build(),
                        Example.builder().put("n", 2).build());
    }

    @Test
    void readsQuotedCells() throws IOException {
        assertThat(imported("a,b\r\n\"x,\"\"y\"\"\",\"two\r\nlines\"\r\n"))
                .containsExactly(Example.builder()
                        .put("a", "x,\"y\"")
                        .put("b", "two\r\nlines")
                        .build());
    }

    @Test
    void distinguishesAnEmptyTextFromAMissingValue() throws IOException {
        assertThat(imported("s,n\n\"\",\"\"\n,1\nx,2\n"))
                .containsExactly(
                        Example.builder().put("s", "").build(),
                        Example.builder().put("n", 1).build(),
                        Example.builder().put("s", "x").put("n", 2).build());
    }

    @Test
    void skipsAByteOrderMarkAndBlankLines() throws IOException {
        assertThat(imported("\ufeffa\n\n1\n\n2")).containsExactly(number(1), number(2));
        assertThat(imported("a\n")).isEmpty();
    }

    private static Example number(long n) {
        return Example.builder().put("a", n).build();
    }

    @Test
    void keepsBlanksInCells() throws IOException {
        assertThat(imported("a,b\n 1 ,\"2\"\n"))
                .containsExactly(Example.builder().put("a", " 1 ").put("b", 2).build());
    }

    @Test
    void joinsFilesWithTheSameHeader() throws IOException {
        CsvImport both = CsvImport.of(TextSources.of("one", "a\n1\n"), TextSources.of("two", "a\n0.5\n"));
        assertThat(TextSources.examples(both))
                .containsExactly(
                        Example.builder().put("a", 1f).build(),
                        Example.builder().put("a", 0.5f).build());
        ImportException other = failure(CsvImport.of(TextSources.of("one", "a\n1\n"), TextSources.of("two", "b\n1\n")));
        assertThat(other).hasMessageContaining("two: line 1: the header [b] differs from the header of one, [a]");
    }

    @Test
    void usesDelimiterColumnsListsAndTypes() throws IOException {
        CsvImport csv = CsvImport.of(TextSources.of("1;007|8;true\n"))
                .delimiter(';')
                .columns(List.of("a", "b", "c"))
                .listSeparator("|")
                .types(ColumnTypes.parse("b:int64,c:int64"));
        assertThat(TextSources.examples(csv))
                .containsExactly(Example.builder()
                        .put("a", 1)
                        .put("b", 7L, 8L)
                        .put("c", true)
                        .build());
    }

    @Test
    void reportsTheLineOfARaggedRow() {
        ImportException failure = failure("a,b\n\"x\ny\",2\n3\n");
        assertThat(failure.line()).isEqualTo(4);
        assertThat(failure)
                .hasMessage(
                        "in.txt: line 4: the row has 1 cell, but the header has 2; correct the row, and put cells with a"
                                + " delimiter or a line break in quotes");
        assertThat(failure("a,b\n1,2,3\n").reason()).startsWith("the row has 3 cells");
    }

    @Test
    void reportsMalformedHeaders() {
        assertThat(failure("a,b,a\n")).hasMessageContaining("two columns are named \"a\"; rename one");
        assertThat(failure("a,,b\n")).hasMessageContaining("column 2 has no name");
        assertThat(failure("")).hasMessageContaining("header not found");
    }

    @Test
    void reportsTheValueThatDoesNotFitItsType() {
        for (String[] wrong : new String[][] {
            {"int64", "1.5"}, {"int64", "x"}, {"int64", "9223372036854775808"}, {"float", "x"}, {"float", "1e39"},
            {"float", "1f"}, {"float", "0x1p3"}, {"float", " 1"}, {"float", "true"}, {"int32", "2147483648"},
            {"double", "1e309"},
        }) {
            ImportException failure =
                    failure(CsvImport.of(TextSources.of("a\n" + wrong[1])).types(ColumnTypes.parse("a:" + wrong[0])));
            assertThat(failure)
                    .as(String.join(" ", wrong))
                    .hasMessage("in.txt: line 2: column \"a\": \"" + wrong[1] + "\" is not of type " + wrong[0]
                            + "; correct the value, or set another type for the column");
        }
    }

    @Test
    void readsNumbersInOtherFormsWithAType() throws IOException {
        CsvImport floats =
                CsvImport.of(TextSources.of("a\n+1\n.5\n-INF\nnan\n")).types(ColumnTypes.parse("a:float"));
        assertThat(TextSources.examples(floats).stream()
                        .map(example -> example.feature("a").floatValue()))
                .containsExactly(1f, 0.5f, Float.NEGATIVE_INFINITY, Float.NaN);
    }

    @Test
    void rejectsATypeForAMissingColumn() {
        assertThat(failure(CsvImport.of(TextSources.of("a\n1\n")).types(ColumnTypes.parse("b:int64"))))
                .hasMessageContaining("column not found: \"b\" has a type, but the columns are [a]");
    }

    @Test
    void reportsTextThatIsNotUtf8() {
        assertThat(failure(CsvImport.of(TextSources.ofHex("610a62ff0a"))))
                .hasMessageContaining("the text is not UTF-8 in this line or soon after it; convert it to UTF-8 first");
        assertThat(failure(CsvImport.of(TextSources.ofHex("fffe61000a00")))).hasMessageContaining("UTF-16");
    }

    @Test
    void reportsCharactersAfterAClosedQuote() {
        assertThat(failure("a,b\n\"x\"y,2\n")).hasMessageStartingWith("in.txt: line ");
    }

    @Test
    void rejectsAQuoteThatIsOpenAtTheEnd() throws IOException {
        String notClosed = "a quote in this line is not closed";
        assertThat(failure("a,b\n1,\"open\n3,4\n5,6\n")).hasMessageStartingWith("in.txt: line 2: " + notClosed);
        assertThat(failure("a,b\n\"x\r\ny\",\"open\"\"\n5,6")).hasMessageStartingWith("in.txt: line 3: " + notClosed);
        assertThat(failure("a,b\n1,2\n\"open,3\n4,5\n")).hasMessageStartingWith("in.txt: line 3: " + notClosed);
        assertThat(failure("a,\"b\n1,2\n")).hasMessageStartingWith("in.txt: line 1: " + notClosed);
        assertThat(failure("a,b\n1,\"")).hasMessageStartingWith("in.txt: line 2: " + notClosed);
        assertThat(failure("a,b\nx\"y,\"\"\"\"\"\n")).hasMessageStartingWith("in.txt: line 2: " + notClosed);
        for (String closed : List.of("\"\"", "\"\"\"\"", "\"x\n\"", "x\"", "5\"6", "\"\"\"\"\"\"\n")) {
            assertThat(imported("a,b\ny\"," + closed)).as(closed).hasSize(1);
        }
    }

    @Test
    void rejectsReadingAStreamTwice() throws IOException {
        ByteSource stream = ByteSource.of(new ByteArrayInputStream("a\n1\n".getBytes()), "stream");
        CsvImport csv = CsvImport.of(stream);
        Survey survey = csv.survey();
        assertThatThrownBy(() -> csv.open(survey.types()).next()).hasMessageContaining("only once");
    }

    @Test
    void rejectsInvalidSettings() {
        CsvImport csv = CsvImport.of(TextSources.of(""));
        assertThatIllegalArgumentException().isThrownBy(() -> csv.delimiter('"'));
        assertThatIllegalArgumentException().isThrownBy(() -> csv.listSeparator(""));
    }

    @Test
    void readsAColumnOfTextLongerThanItsBuffer() throws IOException {
        String large = "x".repeat(20 << 20);
        assertThat(imported("a,b\n" + large + ",1\n").get(0).feature("a").utf8Value())
                .hasSize(large.length());
    }
}
