namespace WebProgram;

/// <summary>Keeps many small objects alive from one call to the next, so that collections have something to mark.</summary>
internal static class Garbage
{
    private static List<object[]> _kept = [];

    public static int Make(int megabytes)
    {
        var made = new List<object[]>();
        for (var i = 0; i < megabytes * 1024; i++) made.Add([new byte[480], new byte[480]]);
        _kept = made;
        return _kept.Count;
    }
}
