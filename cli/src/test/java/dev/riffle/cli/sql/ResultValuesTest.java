package dev.riffle.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the texts of every type of DuckDB in JSON and CSV. */
class ResultValuesTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "true | true | true",
                "(-128)::TINYINT | -128 | -128",
                "255::UTINYINT | 255 | 255",
                "4294967295::UINTEGER | 4294967295 | 4294967295",
                "18446744073709551615::UBIGINT | 18446744073709551615 | 18446744073709551615",
                "170141183460469231731687303715884105727::HUGEINT | 170141183460469231731687303715884105727 |"
                        + " 170141183460469231731687303715884105727",
                "1.50::DECIMAL(5,2) | 1.50 | 1.50",
                "0.1::FLOAT | 0.1 | 0.1",
                "1e300::DOUBLE | 1.0E300 | 1.0E300",
                "'NaN'::DOUBLE | \"NaN\" | NaN",
                "'-inf'::FLOAT | \"-Infinity\" | -Infinity",
                "DATE '2026-11-23' | \"2026-11-23\" | 2026-11-23",
                "'infinity'::DATE | \"infinity\" | infinity",
                "TIME '08:15:00.5' | \"08:15:00.5\" | 08:15:00.5",
                "TIME '24:00:00' | \"24:00:00\" | 24:00:00",
                "TIMESTAMP '1969-12-31 23:59:59.999999' | \"1969-12-31 23:59:59.999999\" |"
                        + " 1969-12-31 23:59:59.999999",
                "TIMESTAMP_S '2026-01-02 03:04:05' | \"2026-01-02 03:04:05\" | 2026-01-02 03:04:05",
                "TIMESTAMP_NS '2026-01-02 03:04:05.123456789' | \"2026-01-02 03:04:05.123456789\" |"
                        + " 2026-01-02 03:04:05.123456789",
                "'-infinity'::TIMESTAMP | \"-infinity\" | -infinity",
                "TIMESTAMPTZ '2026-01-02 03:04:05+02' | \"2026-01-02 01:04:05+00\" | 2026-01-02 01:04:05+00",
                "INTERVAL '1 month 2 hours' | \"P1MT2H\" | P1MT2H",
                "INTERVAL '3 days' | \"P3D\" | P3D",
                "'b'::ENUM('a', 'b') | \"b\" | b",
                "'00000000-0000-0000-0000-000000000001'::UUID | \"00000000-0000-0000-0000-000000000001\" |"
                        + " 00000000-0000-0000-0000-000000000001",
                "[1, NULL]::INTEGER[] | [1,null] | `\"[1,null]\"`",
                "[1, 2]::INTEGER[2] | [1,2] | `\"[1,2]\"`",
                "['b', 'a']::ENUM('a', 'b')[] | [\"b\",\"a\"] | `\"[\"\"b\"\",\"\"a\"\"]\"`",
                "{'x': 1, 'y': [true]} | {\"x\":1,\"y\":[true]} | `\"{\"\"x\"\":1,\"\"y\"\":[true]}\"`",
                "MAP {'k': 2} | [{\"key\":\"k\",\"value\":2}] | `\"[{\"\"key\"\":\"\"k\"\",\"\"value\"\":2}]\"`",
                "'\\x41'::BLOB | \"A\" | A",
                "NULL | null | ``"
            })
    void everyTypeHasItsText(String value, String json, String csv) {
        String query = "SELECT " + value + " AS v";
        assertThat(CommandRun.of(directory, "sql", query, "--as", "jsonl").lines())
                .isEqualTo(List.of("{\"v\":" + json + "}"));
        assertThat(CommandRun.of(directory, "sql", query, "--as", "csv").text()).isEqualTo("v\n" + csv + "\n");
    }
}
