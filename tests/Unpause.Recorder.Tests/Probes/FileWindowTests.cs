using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Reading here and there, wherever a damaged table points.</summary>
public class FileWindowTests
{
    /// <summary>Found by tests/fuzz: a section's name at the end of all numbers.</summary>
    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(long.MaxValue - 100)]
    [InlineData(long.MinValue)]
    [InlineData(-1)]
    public void APlaceThatNoFileReachesIsEmpty(long at)
    {
        using var file = File.OpenHandle(typeof(FileWindowTests).Assembly.Location);
        var window = new FileWindow(file, new ReadingBudget());
        Assert.False(window.Upto(0, 64).IsEmpty);
        Assert.True(window.Upto(at, 64).IsEmpty);
        Assert.True(window.Exactly(at, FileWindow.Size).IsEmpty);
    }
}
