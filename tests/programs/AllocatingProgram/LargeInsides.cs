using System.Text;

namespace AllocatingProgram;

/// <summary>Large objects that no line of the program asks for: they are inside lists, sets, streams and texts.</summary>
internal static class LargeInsides
{
    public static void Run(int rounds, int oldObjects)
    {
        var old = new object[oldObjects];
        for (var i = 0; i < old.Length; i++) old[i] = new byte[24];
        for (var round = 0; round < rounds; round++)
        {
            GC.KeepAlive(Members());
            GC.KeepAlive(Seen());
            GC.KeepAlive(ById());
            GC.KeepAlive(Answer());
            GC.KeepAlive(Encoded(Written()));
        }

        GC.KeepAlive(old);
    }

    private static List<int> Members()
    {
        var list = new List<int>();
        for (var i = 0; i < 100_000; i++) list.Add(i);
        return list;
    }

    private static HashSet<int> Seen()
    {
        var set = new HashSet<int>();
        for (var i = 0; i < 30_000; i++) set.Add(i);
        return set;
    }

    private static Dictionary<int, int> ById()
    {
        var dictionary = new Dictionary<int, int>();
        for (var i = 0; i < 30_000; i++) dictionary.Add(i, i);
        return dictionary;
    }

    private static MemoryStream Answer()
    {
        var stream = new MemoryStream();
        for (var i = 0; i < 400; i++) stream.Write(new byte[1_000]);
        return stream;
    }

    private static string Written()
    {
        var text = new StringBuilder();
        for (var i = 0; i < 20_000; i++) text.Append(i);
        return text.ToString();
    }

    private static string Encoded(string text) => Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
}
