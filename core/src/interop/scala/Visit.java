import dev.riffle.typed.FeatureName;
import java.util.List;
import java.util.Optional;

// listing
public record Visit(
        long user, @FeatureName("page/name") String page, float score, List<String> tags, Optional<String> note) {}
// end
