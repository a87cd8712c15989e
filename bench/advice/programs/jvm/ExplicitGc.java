/** A request in 100 calls System.gc(). Fixed: none does. */
public class ExplicitGc {
    private static final java.util.List<byte[]> live = new java.util.ArrayList<>();
    private static Object kept;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 400_000; i++) live.add(new byte[100]);
        Advice.run(args, ExplicitGc::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 2_000; i++) kept = new byte[200];
        if (!fixed && work % 100 == 99) System.gc();
    }
}
