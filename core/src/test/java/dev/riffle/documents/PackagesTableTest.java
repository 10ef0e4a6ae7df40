package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.riffle.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks the table of packages in {@code docs/start/library.md}: each type is in the package of its row. */
class PackagesTableTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(dev\\.riffle[.a-z]*)` \\| (.*) \\|$");
    private static final Pattern TYPE = Pattern.compile("`(\\w+)`");
    private static final Pattern EXPORT = Pattern.compile("(?m)^    exports ([a-z.]+);$");

    private static String text(String file) throws IOException {
        return Files.readString(Repository.root().resolve(file));
    }

    @Test
    void eachTypeIsInThePackageOfItsRow() throws IOException {
        Set<String> packages = new TreeSet<>();
        Matcher row = ROW.matcher(text("docs/start/library.md"));
        while (row.find()) {
            packages.add(row.group(1));
            Matcher type = TYPE.matcher(row.group(2));
            while (type.find()) {
                String name = row.group(1) + "." + type.group(1);
                assertThatCode(() -> Class.forName(name, false, RecordReader.class.getClassLoader()))
                        .as(name)
                        .doesNotThrowAnyException();
            }
        }
        Set<String> exported = EXPORT.matcher(text("core/src/main/java/module-info.java"))
                .results()
                .map(export -> export.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages).isEqualTo(exported);
    }
}
