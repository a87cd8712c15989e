/** A stable live set of 140 MiB in a heap of 170 MiB: Serial and Parallel collect it fully, again and again. Fixed: 60 MiB. */
public class FullHeap {
    private static final java.util.List<byte[]> live = new java.util.ArrayList<>();
    private static final java.util.ArrayDeque<byte[]> recent = new java.util.ArrayDeque<>();

    public static void main(String[] args) throws Exception {
        boolean fixed = Advice.isFixed(args);
        for (int i = 0; i < (fixed ? 150_000 : 420_000); i++) live.add(new byte[240]);
        Advice.run(args, FullHeap::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 200; i++) {
            recent.add(new byte[500]);
            if (recent.size() > 15_000) recent.remove();
        }
    }
}
