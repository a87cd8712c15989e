/** Two threads allocate faster than ZGC frees a heap of 128 MiB. Fixed: they reuse their buffers. */
public class Stalls {
    private static final java.util.List<byte[]> live = new java.util.ArrayList<>();
    private static final byte[] reused = new byte[100_000];
    private static volatile Object kept;

    public static void main(String[] args) throws Exception {
        boolean fixed = Advice.isFixed(args);
        for (int i = 0; i < 400_000; i++) live.add(new byte[80]);
        Thread second = new Thread(() -> { while (true) kept = fixed ? reused : new byte[100_000]; });
        second.setDaemon(true);
        second.start();
        Advice.run(args, Stalls::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 10; i++) kept = fixed ? reused : new byte[100_000];
    }
}
