namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>The frame that all messages share.</summary>
internal static class UnifiedMessage
{
    /// <summary>Consumes <c>GC(7) </c> and gives the collection's number.</summary>
    public static bool TryTakeNumber(ref ReadOnlySpan<byte> message, out long number)
    {
        number = 0;
        if (!message.StartsWith("GC("u8)) return false;
        var index = 3;
        for (; index < message.Length && char.IsAsciiDigit((char)message[index]); index++)
        {
            if (number > int.MaxValue) return false;
            number = (number * 10) + message[index] - '0';
        }

        if (index == 3 || index + 1 >= message.Length || message[index] != ')' || message[index + 1] != ' ') return false;
        message = message[(index + 2)..];
        return true;
    }
}
