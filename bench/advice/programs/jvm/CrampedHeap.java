/** A stable live set of 70 MiB in a heap of 96 MiB. Fixed: it is kept in one array. */
public class CrampedHeap {
    private static final java.util.List<byte[]> live = new java.util.ArrayList<>();
    private static byte[] packed;
    private static Object kept;

    public static void main(String[] args) throws Exception {
        boolean fixed = Advice.isFixed(args);
        if (fixed) packed = new byte[40 << 20];
        else for (int i = 0; i < 440_000; i++) live.add(new byte[140]);
        Advice.run(args, CrampedHeap::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 2_000; i++) kept = new byte[500];
    }
}
