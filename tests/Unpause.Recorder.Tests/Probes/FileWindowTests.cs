using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Random access to files, at any offset in a damaged table.</summary>
public class FileWindowTests
{
    /// <summary>Found by tests/fuzz: a section name at the largest possible offset.</summary>
    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(long.MaxValue - 100)]
    [InlineData(long.MinValue)]
    [InlineData(-1)]
    public void FileWindow_OffsetBeyondAnyFile_IsEmpty(long at)
    {
        using var file = File.OpenHandle(typeof(FileWindowTests).Assembly.Location);
        var window = new FileWindow(file, new ReadingBudget());
        Assert.False(window.Upto(0, 64).IsEmpty);
        Assert.True(window.Upto(at, 64).IsEmpty);
        Assert.True(window.Exactly(at, FileWindow.Size).IsEmpty);
    }
}
