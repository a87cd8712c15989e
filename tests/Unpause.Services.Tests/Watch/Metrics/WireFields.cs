namespace Unpause.Services.Tests.Watch.Metrics;

/// <summary>Reads the fields of a protobuf message, by the encoding alone.</summary>
internal static class WireFields
{
    /// <summary>The fields in order: number, value of a varint or fixed number, bytes of a message or text.</summary>
    public static List<(uint Number, ulong Value, byte[] Bytes)> Read(byte[] message)
    {
        var fields = new List<(uint, ulong, byte[])>();
        for (var at = 0; at < message.Length;)
        {
            var tag = Varint(message, ref at);
            if ((tag & 7) == 1)
            {
                fields.Add(((uint)(tag >> 3), BitConverter.ToUInt64(message, at), []));
                at += sizeof(ulong);
                continue;
            }

            var value = Varint(message, ref at);
            var length = (tag & 7) == 2 ? (int)value : 0;
            fields.Add(((uint)(tag >> 3), value, message[at..(at + length)]));
            at += length;
        }

        return fields;
    }

    /// <summary>A variable-length number.</summary>
    public static ulong Varint(byte[] message, ref int at)
    {
        ulong read = 0;
        for (var shift = 0; ; shift += 7)
        {
            read |= (message[at] & 0x7FUL) << shift;
            if (message[at++] < 0x80) return read;
        }
    }
}
