import java.util.*;
import java.lang.management.ManagementFactory;
/**
 * Threads that allocate at known rates after one that allocated without pause for 4 s, and two that contend for a lock. Prints every
 * second what all threads have allocated by their own counters. Argument: seconds.
 */
public class Attached {
  static volatile Object sink;
  static final List<byte[]> keep = Collections.synchronizedList(new LinkedList<byte[]>());
  static void work(int size, int everyMicros, boolean hold) {
    long next = System.nanoTime();
    while (true) {
      byte[] b = new byte[size]; sink = b;
      if (hold) { keep.add(b); if (keep.size() > 3000) keep.remove(0); }
      next += everyMicros * 1000L;
      long w = next - System.nanoTime();
      if (w > 0) { try { Thread.sleep(w / 1000000, (int)(w % 1000000)); } catch (InterruptedException e) {} }
    }
  }
  public static void main(String[] a) throws Exception {
    final int secs = Integer.parseInt(a[0]);
    // a burst first: much before the attach
    Thread burst = new Thread(new Runnable() { public void run() {
       long end = System.nanoTime() + 4000000000L;
       while (System.nanoTime() < end) sink = new byte[8192];
       try { while (true) { sink = new byte[16384]; Thread.sleep(50); } } catch (InterruptedException e) {} }}, "burst");
    burst.setDaemon(true); burst.start();
    int[][] kinds = {{20000, 400, 0}, {7000, 300, 1}, {1000, 200, 0}};
    for (final int[] k : kinds) {
      Thread t = new Thread(new Runnable() { public void run() { work(k[0], k[1], k[2] == 1); }}, "w" + k[0]);
      t.setDaemon(true); t.start();
    }
    // Two that contend for one lock: one of them always waits.
    final Object lock = new Object();
    for (int i = 0; i < 2; i++) {
      Thread t = new Thread(new Runnable() { public void run() {
        while (true) synchronized (lock) { try { Thread.sleep(30); } catch (InterruptedException e) { return; } } }}, "locker");
      t.setDaemon(true); t.start();
    }
    com.sun.management.ThreadMXBean mx = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long end = System.currentTimeMillis() + secs * 1000L;
    long last = 0;
    while (System.currentTimeMillis() < end) {
      Thread.sleep(1000);
      long sum = 0; for (long v : mx.getThreadAllocatedBytes(mx.getAllThreadIds())) if (v > 0) sum += v;
      System.out.println(System.currentTimeMillis() + " " + sum + " " + (sum - last)); last = sum;
    }
  }
}
