package dev.riffle.structure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.documents.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that the types and members that pages name in code quotes exist. A quote names a type if its first word begins
 * with a capital and has a small letter, such as {@code RecordReader}, {@code RecordReader.open(path)} or {@code new
 * Random(42)}. The type must be one of Riffle, of the JDK, or of {@link #OTHERS}. If Riffle has the type, it must have
 * the member after the first period. Other tests compile the listings.
 */
class DocumentedNamesTest {

    /** Types of other systems that pages name. A page of migration may name others. */
    private static final Set<String> OTHERS = Set.of(
            // TensorFlow and OneFlow in Python
            "False",
            "FixedLenFeature",
            "InvalidArgumentError",
            "OFRecordImageDecoder",
            "TFRecordDataset",
            "TFRecordWriter",
            "True",
            // messages of protobuf
            "Any",
            "Counter",
            "ExampleList",
            "ExampleListWithContext",
            "FeatureLists",
            "Features",
            "OFRecord",
            // trainers on the JVM
            "OnnxTensor",
            "SparseSoftmaxCrossEntropyWithLogits",
            "TFloat32",
            "TInt64",
            "TString",
            // Hadoop, Spark and Beam, their connectors, and S3
            "AccessDenied",
            "BatchScan",
            "ByteArray",
            "BytesWritable",
            "DataFrameTfrConverter",
            "DefaultCodec",
            "DeflateCodec",
            "FileOutputFormat",
            "FileScan",
            "FileStatus",
            "GzipCodec",
            "NullWritable",
            "Propagate",
            "PushedCount",
            "PushedFilters",
            "PushedLimit",
            "ReadSchema",
            "SnappyCodec",
            "TFRecordFileInputFormat",
            "TFRecordIO",
            // Arrow
            "ArrowReader",
            "Binary",
            "BinaryView",
            "FixedSizeBinary",
            "FixedSizeList",
            "FloatingPoint",
            "Interval",
            "LargeBinary",
            "LargeList",
            "LargeListView",
            "LargeUtf8",
            "ListView",
            "RunEndEncoded",
            "Struct",
            "Time",
            "Union",
            "Utf8View",
            "VectorSchemaRoot",
            // Kotlin
            "Int",
            "JvmRecord");

    /** Members of types of other systems that have the names of Riffle's types. */
    private static final Set<String> OTHER_MEMBERS =
            Set.of("Example.parser", "FeatureList.feature", "Features.feature", "Tensor.numpy");

    /** Names that stand for any name, such as XTest. */
    private static final Pattern PLACEHOLDER = Pattern.compile("(?:X|NAME)[A-Z]\\w*");

    /** Names of members in Python and protobuf. No member of Riffle has such a name. */
    private static final Pattern SNAKE_CASE = Pattern.compile("[a-z0-9]+(?:_[a-z0-9]+)+");

    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");

    private static final Pattern QUOTE = Pattern.compile("`([^`\n]+)`");

    private static final Pattern NAME =
            Pattern.compile("(?:new |@)?([A-Z]\\w*[a-z]\\w*)(?:\\.java|[.#](\\w+))?(?:[.#(<].*)?");

    private static SourceTypes types;
    private static Set<String> jdk;

    @BeforeAll
    static void parse() throws IOException {
        types = SourceTypes.of(Stream.of(SourceFiles.main(), SourceFiles.test(), SourceFiles.interop())
                .flatMap(List::stream)
                .toList());
        jdk = typesOfTheJdk();
    }

    @Test
    void readsTheTypes() {
        assertThat(types.hasMember("RecordReader", "open")).isTrue();
        assertThat(types.hasMember("RecordReader", "close")).isTrue();
        assertThat(types.hasMember("RecordReader", "shut")).isFalse();
        assertThat(types.contains("RecordWalker")).isFalse();
        assertThat(jdk).contains("Path", "Lookup", "GZIPInputStream");
    }

    @Test
    void documentsNameTypesAndMembersThatExist() throws IOException {
        List<String> unknown = new ArrayList<>();
        int members = 0;
        for (Path page : pages()) {
            boolean isAboutOthers = page.getParent().endsWith("docs/migrate");
            String prose = CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
            for (MatchResult quote : QUOTE.matcher(prose).results().toList()) {
                Matcher name = NAME.matcher(quote.group(1));
                if (name.matches() && !(isAboutOthers && !types.contains(name.group(1)))) {
                    members += types.contains(name.group(1)) && name.group(2) != null ? 1 : 0;
                    if (!exists(name.group(1), name.group(2))) {
                        unknown.add(Repository.root().relativize(page) + ": " + quote.group(1));
                    }
                }
            }
        }

        assertThat(members).isGreaterThan(200);
        assertThat(String.join("\n", unknown)).isEmpty();
    }

    private static boolean exists(String type, @Nullable String member) {
        if (types.contains(type)) {
            return member == null
                    || types.hasMember(type, member)
                    || SNAKE_CASE.matcher(member).matches()
                    || OTHER_MEMBERS.contains(type + "." + member);
        }
        return jdk.contains(type)
                || OTHERS.contains(type)
                || PLACEHOLDER.matcher(type).matches();
    }

    /** Returns all pages except the changelog, which names former types. */
    private static List<Path> pages() throws IOException {
        Path root = Repository.root();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(page -> page.toString().endsWith(".md"))
                    .filter(page -> !page.endsWith("CHANGELOG.md"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the simple names of the types of the JDK's module java.base and others that begin with java. */
    private static Set<String> typesOfTheJdk() throws IOException {
        Set<String> names = new HashSet<>();
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        for (String module : List.of("java.base", "java.net.http")) {
            try (Stream<Path> files = Files.walk(modules.resolve(module).resolve("java"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(".class"))
                        .forEach(file -> names.add(file.replace(".class", "").replaceFirst(".*\\$", "")));
            }
        }
        return names;
    }
}
