using System.Runtime.CompilerServices;

namespace AllocatingProgram;

/// <summary>
/// Objects of four fates: entries of a first-in-first-out cache, which reach gen2 and die there; documents, which are large
/// and dropped soon; answers, which die at once; settings, which stay.
/// </summary>
internal static class SessionCache
{
    private const int EntriesARound = 200;
    private const int AnswersARound = 1_000;
    private const int RoundsADocument = 4;
    private const int Documents = 5;

    private static readonly List<object> s_settings = [];
    private static byte[]? s_answer;

    public static void Run(int rounds, int length)
    {
        var cache = new Queue<byte[]>();
        var documents = new Queue<byte[]>();
        for (var round = 0; round < rounds; round++)
        {
            Remember(cache, length);
            Answer();
            if (round % RoundsADocument == 0) Load(documents);
            if (round < 100) Configure();
        }

        GC.KeepAlive(cache);
        GC.KeepAlive(documents);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Remember(Queue<byte[]> cache, int length)
    {
        for (var i = 0; i < EntriesARound; i++) cache.Enqueue(new byte[1_000]);
        while (cache.Count > length) cache.Dequeue();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Answer()
    {
        for (var i = 0; i < AnswersARound; i++) s_answer = new byte[500];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Load(Queue<byte[]> documents)
    {
        documents.Enqueue(new byte[400_000]);
        while (documents.Count > Documents) documents.Dequeue();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Configure()
    {
        lock (s_settings)
        {
            for (var i = 0; i < 200; i++) s_settings.Add(new char[400]);
        }
    }
}
