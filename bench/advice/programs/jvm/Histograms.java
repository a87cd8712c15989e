/** A tool thread takes a class histogram of live objects five times a second. Fixed: it takes none. */
public class Histograms {
    private static final java.util.List<byte[]> live = new java.util.ArrayList<>();
    private static Object kept;

    public static void main(String[] args) throws Exception {
        boolean fixed = Advice.isFixed(args);
        for (int i = 0; i < 400_000; i++) live.add(new byte[100]);
        Thread tool = new Thread(() -> {
            try {
                while (!fixed) {
                    java.lang.management.ManagementFactory.getPlatformMBeanServer().invoke(
                        new javax.management.ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                        new Object[] { new String[0] }, new String[] { String[].class.getName() });
                    Thread.sleep(200);
                }
            } catch (Exception e) { throw new IllegalStateException(e); }
        });
        tool.setDaemon(true);
        tool.start();
        Advice.run(args, Histograms::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 1_000; i++) kept = new byte[200];
    }
}
