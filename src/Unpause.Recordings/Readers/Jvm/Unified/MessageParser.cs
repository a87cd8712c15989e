namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// Takes messages apart. It knows nothing of the lines before, except what makes it faster: so it can run ahead of what is done with
/// them.
/// </summary>
/// <param name="texts">Numbers the words of timed messages; null where they are compared.</param>
internal sealed class MessageParser(TextNumbers? texts = null)
{
    /// <summary>Bytes of <c>GC(2147483647) </c>.</summary>
    private const int LongestNumberText = 15;

    private readonly byte[] _numberText = new byte[LongestNumberText];
    private int _numberLength;
    private long _number;

    /// <summary>Takes a message apart.</summary>
    /// <param name="message">The text after the decorators, of fewer than 65,536 bytes.</param>
    public void Parse(ReadOnlySpan<byte> message, ref ParsedMessage parsed)
    {
        parsed.Text = ParsedMessage.NoText;
        parsed.Letter = 0;
        // Most lines belong to the collection of the line before.
        if (_numberLength > 0 && message.StartsWith(_numberText.AsSpan(0, _numberLength)))
        {
            parsed.Number = _number;
            ParseNumbered(message, _numberLength, ref parsed);
            return;
        }

        var rest = message;
        if (!UnifiedMessage.TryTakeNumber(ref rest, out var number))
        {
            ParseUnnumbered(message, ref parsed);
            return;
        }

        var length = message.Length - rest.Length;
        parsed.Number = _number = number;
        _numberLength = length <= LongestNumberText ? length : 0;
        message[.._numberLength].CopyTo(_numberText);
        ParseNumbered(message, length, ref parsed);
    }

    private void ParseNumbered(ReadOnlySpan<byte> whole, int from, ref ParsedMessage parsed)
    {
        var message = whole[from..];
        if (message is [(byte)'y' or (byte)'Y' or (byte)'O', (byte)':', (byte)' ', ..])
        {
            parsed.Letter = message[0];
            message = message[3..];
        }

        message = message.TrimStart((byte)' ');
        parsed.From = (ushort)(whole.Length - message.Length);
        message = message.TrimEnd((byte)' ');
        parsed.Length = (ushort)message.Length;
        if (message.IsEmpty) parsed.Shape = MessageShape.Empty;
        else if (!TryParseTimed(message, ref parsed)) ParseOther(message, ref parsed);
    }

    private bool TryParseTimed(ReadOnlySpan<byte> message, ref ParsedMessage parsed)
    {
        var joined = UnifiedMessage.JoinedCpu(message);
        if (!TimedMessage.TrySplit(message[..^joined.Length], out var text, out parsed.First)) return false;
        if (text.Length > TimedMessages.LongestPhase && !text.StartsWith("Pause "u8)) return false;
        parsed.Second = ParsedMessage.None;
        if (text[^1] == ':')
        {
            parsed.Shape = MessageShape.Phase;
            text = text[..^1];
        }
        else
        {
            parsed.Shape = MessageShape.Timed;
            if (TimedMessage.TryTakeChange(ref text, out var change))
            {
                parsed.Second = change.Before;
                parsed.Third = change.After ?? ParsedMessage.None;
                parsed.Fourth = change.CapacityBytes ?? ParsedMessage.None;
            }
        }

        parsed.TextLength = (ushort)text.Length;
        if (texts is not null) parsed.Text = texts.Of(text);
        return true;
    }

    private static void ParseOther(ReadOnlySpan<byte> message, ref ParsedMessage parsed)
    {
        if (!MessageTable.TryFind(message, numbered: true, out parsed.Kind, out var length))
        {
            parsed.Shape = MessageShape.Other;
            return;
        }

        parsed.Shape = MessageShape.Known;
        parsed.StartLength = (byte)length;
        switch (parsed.Kind)
        {
            case MessageKind.Known:
                // A pause's line with sizes and without its length is cut.
                if (message is [(byte)'P', (byte)'a', ..] && message.IndexOf("->"u8) >= 0) parsed.Shape = MessageShape.Cut;
                break;
            case MessageKind.EdenRegions or MessageKind.SurvivorRegions or MessageKind.OldRegions or MessageKind.OtherRegions:
                RegionMessages.Parse(message[length..], ref parsed);
                break;
        }
    }

    private static void ParseUnnumbered(ReadOnlySpan<byte> message, ref ParsedMessage parsed)
    {
        message = message.TrimEnd((byte)' ');
        parsed.Shape = MessageShape.Unnumbered;
        parsed.From = 0;
        parsed.Length = (ushort)message.Length;
        MessageTable.TryFind(message, numbered: false, out parsed.Kind, out var length);
        parsed.StartLength = (byte)length;
    }
}
