namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// <c>- age 1: 356736 bytes, 356736 total</c>: level trace of <c>gc,age</c> (JDK 9-25), PrintTenuringDistribution (1.4-8).
/// </summary>
internal static class AgeMessage
{
    /// <summary>HotSpot has four bits for an age.</summary>
    public const int OldestAge = 15;

    /// <summary>Takes in what follows <c>- age </c>.</summary>
    public static void Apply(RecordingBuilder recording, int collection, ReadOnlySpan<byte> rest)
    {
        if (TryRead(rest, out var age, out var bytes)) recording.Ages.Add(new AgeBytes(collection, age, bytes));
    }

    /// <summary>Reads the age and its bytes.</summary>
    public static bool TryRead(ReadOnlySpan<byte> rest, out int age, out long bytes)
    {
        age = 0;
        bytes = 0;
        var cursor = new Utf8Cursor(rest);
        cursor.SkipSpaces();
        if (!cursor.TryTakeFixed(0, out var number) || number > OldestAge || !cursor.TryTake((byte)':')) return false;
        age = (int)number;
        cursor.SkipSpaces();
        return cursor.TryTakeFixed(0, out bytes) && cursor.TryTake(" bytes"u8);
    }
}
