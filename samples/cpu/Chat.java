import java.util.*;
public class Chat {
  static Map<Integer,Object> live = new HashMap<>();
  public static void main(String[] a) throws Exception {
    long end = System.nanoTime() + 2_500_000_000L;
    Runnable r = () -> { Random x = new Random(1); int i=0; while (System.nanoTime() < end) { synchronized(live) { live.put(x.nextInt(200000), new byte[200]); } i++; StringBuilder b = new StringBuilder(); b.append(i).append("value"); if (b.toString().hashCode()==1) System.out.println(b);} };
    Thread t = new Thread(r, "pool-1-thread-1"); t.start(); r.run(); t.join();
  }
}
