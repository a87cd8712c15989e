// A collection of generation 0 about once a second.
object kept = "";
while (true)
{
    for (var i = 0; i < 200; i++) kept = new byte[50_000];
    Thread.Sleep(1000);
    GC.KeepAlive(kept);
}
