/** A monitor takes a dump of 400 threads every 10 ms. Fixed: it takes none. */
public class ThreadDumps {
    private static Object kept;

    public static void main(String[] args) throws Exception {
        boolean fixed = Advice.isFixed(args);
        for (int i = 0; i < 400; i++) {
            Thread sleeper = new Thread(() -> deep(150));
            sleeper.setDaemon(true);
            sleeper.start();
        }
        Thread monitor = new Thread(() -> {
            while (!fixed) {
                Thread.getAllStackTraces();
                try { Thread.sleep(10); } catch (InterruptedException e) { return; }
            }
        });
        monitor.setDaemon(true);
        monitor.start();
        Advice.run(args, ThreadDumps::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 1_000; i++) kept = new byte[200];
    }

    private static void deep(int left) {
        if (left > 0) deep(left - 1);
        else try { Thread.sleep(1_000_000); } catch (InterruptedException e) { }
    }
}
