using System.IO.Compression;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

public class RecordingLoaderTests
{
    [Fact]
    public void RecordingLoader_EveryFault_HasItsReason()
    {
        var loaded = RuntimeTable.Default.Load(
        [
            Bytes("empty", []),
            Bytes("binary", [0, 1, 2, 3, 4]),
            Bytes("text", "hello\nworld\n"u8.ToArray()),
            Bytes("gz", [0x1f, 0x8b, 8, 0, 1, 2, 3]),
            Bytes("cut", Packed("no collector here, but text\n")[..^6]),
            new RecordingInput("gone", () => throw new FileNotFoundException("no such file")),
        ]);
        Assert.Empty(loaded.Recordings);
        Assert.Equal(["empty", "binary", "text", "gz", "cut", "gone"], loaded.Unread.Select(unread => unread.Name));
        Assert.Equal(
            [
                InputFault.Empty, InputFault.UnknownFormat, InputFault.UnknownFormat, InputFault.Damaged, InputFault.Damaged,
                InputFault.CannotOpen
            ],
            loaded.Unread.Select(unread => unread.Fault));
        Assert.Contains("binary", loaded.Unread[1].Reason, StringComparison.Ordinal);
        Assert.Contains("12 bytes of text", loaded.Unread[2].Reason, StringComparison.Ordinal);
    }

    private static byte[] Packed(string text)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest)) gzip.Write(System.Text.Encoding.UTF8.GetBytes(text));
        return packed.ToArray();
    }

    private static RecordingInput Bytes(string name, byte[] bytes) => new(name, () => new MemoryStream(bytes));
}
