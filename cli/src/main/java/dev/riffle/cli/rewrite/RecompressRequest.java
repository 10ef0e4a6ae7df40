package dev.riffle.cli.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.output.OutputCheck;
import dev.riffle.cli.output.OutputEnding;
import dev.riffle.cli.output.OutputFiles;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Style;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Compression;
import dev.riffle.rewrite.RewriteReport;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rewrites files with another compression. */
record RecompressRequest(
        List<String> words,
        RewriteInput input,
        String output,
        Optional<String> suffix,
        Compression compression,
        OutputFiles.Existing existing,
        Style style)
        implements Request {

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        try (RewriteSources sources =
                RewriteSources.open(terminal, words, input, RewriteSources.Reading.SEVERAL_TIMES)) {
            RecordWriterOptions options = options(sources);
            boolean standardOutput = output.equals(Terminal.DASH);
            List<String> names = standardOutput ? List.of(output) : names(terminal, sources.files());
            OutputCheck check = sources.outputs();
            for (String name : names) {
                checkEnding(name, sources.format());
                check.writes(name);
            }
            RewriteReport report = standardOutput
                    ? toStandardOutput(terminal, sources, options)
                    : toFiles(terminal, sources, names, options);
            new RewriteResult(terminal, style, standardOutput)
                    .member("records", report.recordsWritten())
                    .missing(report.recordsWritten() == 0 ? sources.only(0) : "")
                    .print(names, report.written());
            return sources.exitCode();
        }
    }

    private void checkEnding(String name, RecordFormat format) {
        OutputEnding ending = OutputEnding.ofRecords(name);
        ending.requireFormat(format, "the input is " + format.title(), "'riffle convert' changes the format");
        ending.requireCompression(
                compression,
                "the new compression is " + OutputEnding.named(compression),
                "choose another name or compression; --suffix changes the endings of several names");
    }

    private RecordWriterOptions options(RewriteSources sources) throws IOException {
        if (!sources.format().supports(compression)) {
            throw new UsageException("--compression must be "
                    + (sources.format().isContainer() ? "none" : "none or gzip") + " for "
                    + sources.format().title() + ": " + compression.name());
        }
        RecordWriterOptions options =
                RecordWriterOptions.defaults().format(sources.format()).compression(compression);
        return existing == OutputFiles.Existing.REPLACE ? options.overwrite() : options;
    }

    private RewriteReport toStandardOutput(Terminal terminal, RewriteSources sources, RecordWriterOptions options)
            throws IOException {
        if (sources.files().size() > 1) {
            throw new UsageException("-: standard output is one stream, but the number of files is "
                    + sources.files().size() + "; 'riffle merge' merges them");
        }
        RecordOutput target = RecordOutput.sink(ByteSink.of(terminal.out(), RewriteOutput.STANDARD_OUTPUT), options);
        return sources.run("recompress", rewrite -> rewrite.copyTo(target));
    }

    private RewriteReport toFiles(
            Terminal terminal, RewriteSources sources, List<String> names, RecordWriterOptions options)
            throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            Path path = terminal.path(name);
            if (existing == OutputFiles.Existing.REJECT && Files.exists(path)) {
                throw new FileAlreadyExistsException(name, null, "exists already");
            }
            paths.add(path);
        }
        return sources.run("recompress", rewrite -> rewrite.recompress(paths, options));
    }

    /** Returns the names of the new files, as the user would type them. */
    private List<String> names(Terminal terminal, List<InputFile> files) throws IOException {
        boolean directory = output.endsWith("/") || Files.isDirectory(terminal.path(output));
        if (directory) {
            return inDirectory(files);
        }
        if (files.size() == 1) {
            return List.of(suffix.isEmpty() ? output : OutputEnding.withoutCompression(output) + suffix.get());
        }
        return asShards(files);
    }

    private List<String> inDirectory(List<InputFile> files) throws UsageException {
        String folder = output.endsWith("/") ? output : output + "/";
        List<String> names = new ArrayList<>();
        for (InputFile file : files) {
            Path path = file.path().orElse(null);
            if (path == null || path.getFileName() == null) {
                throw new UsageException(file.name() + ": has no name; use a file for -o, not a directory");
            }
            names.add(folder + suffixed(path.getFileName().toString()));
        }
        return names;
    }

    private String suffixed(String name) {
        if (suffix.isEmpty()) {
            return name;
        }
        Optional<ShardNames.Member> member = ShardNames.find(Path.of(name));
        if (member.isEmpty()) {
            return OutputEnding.withoutCompression(name) + suffix.get();
        }
        ShardNames now = member.get().names();
        Path prefix = Path.of(OutputEnding.withoutCompression(now.prefix().toString()));
        return new ShardNames(prefix, now.count(), suffix.get())
                .path(member.get().shard())
                .toString();
    }

    /**
     * Returns the names of the files as shards. The user may have named the files in any order. Each file keeps its
     * number.
     */
    private List<String> asShards(List<InputFile> files) throws UsageException {
        List<Path> paths = new ArrayList<>();
        for (InputFile file : files) {
            paths.add(file.path()
                    .orElseThrow(() -> new UsageException(
                            file.name() + ": not a shard; use a directory for -o with several files")));
        }
        ShardNames now;
        try {
            now = input.sets() == InputFile.Sets.ANY ? partial(paths) : ShardNames.ofSet(paths);
        } catch (IllegalArgumentException e) {
            throw new UsageException("-o " + output + ": not a directory, and the files are " + e.getMessage());
        }
        // An output with the ending of a compression needs no second such ending.
        String kept = OutputEnding.withoutCompression(output).equals(output) ? now.suffix() : "";
        ShardNames written = new ShardNames(prefix(), now.count(), suffix.orElse(kept));
        return paths.stream()
                .map(path -> written.path(ShardNames.parse(path).shard()).toString())
                .toList();
    }

    /** Returns the prefix of new shards. A suffix replaces the ending of a compression. */
    private Path prefix() {
        return Path.of(suffix.isEmpty() ? output : OutputEnding.withoutCompression(output));
    }

    /** Returns the set of some shards, even if it is incomplete. */
    private static ShardNames partial(List<Path> paths) {
        ShardNames first = ShardNames.parse(paths.get(0)).names();
        for (Path path : paths) {
            if (!ShardNames.parse(path).names().equals(first)) {
                throw new IllegalArgumentException("not all of one set: " + paths.get(0) + ", " + path);
            }
        }
        return first;
    }
}
