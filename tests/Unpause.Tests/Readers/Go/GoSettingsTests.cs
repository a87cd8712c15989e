using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Go;

public class GoSettingsTests
{
    [Theory]
    [InlineData("300MiB", 300L << 20)]
    [InlineData("1.5 GiB", 3L << 29)]
    [InlineData("1048576", 1L << 20)]
    [InlineData("5B", 5L)]
    [InlineData("off", null)]
    [InlineData("", null)]
    [InlineData("-1MiB", null)]
    [InlineData("99999999999999999999TiB", null)]
    public void MemoryLimit_AsGoWritesIt_IsBytes(string text, long? bytes) =>
        Assert.Equal(bytes, GoSettings.FindMemoryLimit(new Dictionary<string, string> { [GoSettings.MemoryLimit] = text }));
}
