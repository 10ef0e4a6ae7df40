package dev.riffle.hadoop;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.SplitLocationInfo;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Extends a split by the size of its file during planning. All splits of a file must agree on its end. */
final class PlannedSplit extends FileSplit {

    private long fileBytes;

    /** Creates an empty split for {@link #readFields}. */
    PlannedSplit() {}

    private PlannedSplit(FileSplit split, long fileBytes) throws IOException {
        super(split.getPath(), split.getStart(), split.getLength(), split.getLocations(), inMemory(split));
        this.fileBytes = fileBytes;
    }

    private static String[] inMemory(FileSplit split) throws IOException {
        List<String> hosts = new ArrayList<>();
        SplitLocationInfo[] locations = split.getLocationInfo();
        if (locations != null) {
            for (SplitLocationInfo location : locations) {
                if (location.isInMemory()) {
                    hosts.add(location.getLocation());
                }
            }
        }
        return hosts.toArray(String[]::new);
    }

    /** Returns planned splits for these splits. The splits of a file must cover it from its beginning to its end. */
    static List<InputSplit> of(List<InputSplit> splits) throws IOException {
        Map<Path, Long> sizes = new HashMap<>();
        for (InputSplit split : splits) {
            FileSplit range = (FileSplit) split;
            sizes.merge(range.getPath(), range.getStart() + range.getLength(), Math::max);
        }
        List<InputSplit> planned = new ArrayList<>();
        for (InputSplit split : splits) {
            FileSplit range = (FileSplit) split;
            planned.add(new PlannedSplit(range, sizes.getOrDefault(range.getPath(), 0L)));
        }
        return planned;
    }

    /** Returns the status of the file during planning, with only its path and size. */
    FileStatus file() {
        return new FileStatus(fileBytes, false, 1, fileBytes, 0, getPath());
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        out.writeLong(fileBytes);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        super.readFields(in);
        fileBytes = in.readLong();
    }
}
