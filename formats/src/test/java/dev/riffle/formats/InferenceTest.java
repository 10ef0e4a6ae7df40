package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InferenceTest {

    private static Survey survey(String... cells) throws IOException {
        return CsvImport.of(TextSources.of("x,y\n" + String.join(",0\n", cells) + ",0\n"))
                .survey();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1 2 -3; INT64",
                "0 -9223372036854775808 9223372036854775807; INT64",
                "1 9223372036854775808; BYTES",
                "1 2.5; FLOAT",
                "1e3 2; FLOAT",
                "-0; FLOAT",
                "1 NaN; FLOAT",
                "0.5 inf; FLOAT",
                "NaN; BYTES",
                "1 007; BYTES",
                "+1; BYTES",
                "1 x; BYTES",
                "1.5 1e39; BYTES",
                "1.5 1e-60; BYTES",
                "1.5 0e-60; FLOAT",
                "true false; BYTES",
                "1,5; INT64",
                "0x10; BYTES",
                "1f; BYTES",
                "1_000; BYTES",
            })
    void findsTheNarrowestKindThatKeepsAllValues(String cells, Kind kind) throws IOException {
        String[] column = cells.replaceAll(",.*", "").split(" ");
        assertThat(survey(column).types().find("x")).contains(kind);
    }

    @Test
    void findsNoKindForAColumnWithoutValues() throws IOException {
        assertThat(survey("", "").types().find("x")).contains(Kind.NOT_SET);
    }

    @Test
    void examinesTheLastRow() throws IOException {
        String[] column = new String[20_000];
        java.util.Arrays.fill(column, "1");
        column[column.length - 1] = "0.5";
        assertThat(survey(column).types().find("x")).contains(Kind.FLOAT);
    }

    @Test
    void notesWhyNumbersAreText() throws IOException {
        assertThat(survey("1", "007").notes())
                .containsExactly("column \"x\" is text because of \"007\" (in.txt, line 3)");
        assertThat(survey("1", "9223372036854775808").notes())
                .containsExactly(
                        "column \"x\" is text because \"9223372036854775808\" (in.txt, line 3) is beyond 64 bits");
        assertThat(survey("1", "1e39").notes())
                .containsExactly(
                        "column \"x\" is text because \"1e39\" (in.txt, line 3) is beyond the range of a float");
        assertThat(survey("a", "b").notes()).isEmpty();
    }

    @Test
    void notesIntegersThatAFloatRounds() throws IOException {
        assertThat(survey("0.5", "16777216", "-33554432").notes()).isEmpty();
        List<String> notes = survey("0.5", "16777217").notes();
        assertThat(notes)
                .containsExactly("column \"x\" is float, which rounds 16777217 (in.txt, line 3); set the type bytes"
                        + " to keep every digit");
        assertThat(survey("0.5", Long.toString(Long.MAX_VALUE)).notes()).hasSize(1);
        assertThat(survey("0.5", Long.toString(Long.MIN_VALUE)).notes()).isEmpty();
    }
}
