using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

public class ContentHashTests
{
    private const int Long = 1024 * 1024;

    [Fact]
    public void ContentHash_AnyChunking_GivesTheSameHash()
    {
        var content = Random(Long);
        var random = new Random(3);
        var hash = new ContentHash();
        for (var at = 0; at < content.Length;)
        {
            var length = Math.Min(content.Length - at, random.Next(1, 100_000));
            hash.Add(content.AsSpan(at, length));
            at += length;
        }

        Assert.Equal(Of(content), hash.Text());
        Assert.Matches("^[0-9a-f]{16}$", Of(content));
    }

    [Fact]
    public void ContentHash_AnyByteOfAShortInputAndAnyLength_Counts()
    {
        var content = Random(100_000);
        var hashes = new HashSet<string>(StringComparer.Ordinal) { Of(content) };
        foreach (var at in (int[])[0, 1, 50_000, 99_999])
        {
            content[at] ^= 1;
            Assert.True(hashes.Add(Of(content)), $"byte {at} counts");
        }

        Assert.True(hashes.Add(Of(content[..^1])), "the length counts");
        Assert.True(hashes.Add(Of([])), "nothing is something else");
        var longer = Random(Long);
        Assert.NotEqual(Of(longer), Of([.. longer, 0]));
    }

    private static string Of(byte[] content)
    {
        var hash = new ContentHash();
        hash.Add(content);
        return hash.Text();
    }

    private static byte[] Random(int length)
    {
        var bytes = new byte[length];
        new Random(1).NextBytes(bytes);
        return bytes;
    }
}
