using System.Runtime.InteropServices;
using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>USDT markers of Debian's CPython, intact and damaged.</summary>
public sealed class StapsdtNotesTests : IDisposable
{
    private const string Debian = "/usr/bin/python3.11";
    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Fact]
    public void StapsdtNotes_DebianPython_FindsTheCollectorMarkers()
    {
        using var handle = File.OpenHandle(Debian);
        var places = PythonGcPlaces.Locate(handle, new Version(3, 11))!;
        Assert.True(places.AreMarked);
        Assert.StartsWith("3.11.", places.Version, StringComparison.Ordinal);
        Assert.Equal([true, false], places.Places.Select(place => place.IsStart).OrderDescending());
        Assert.All(places.Places, place => Assert.NotNull(place.Argument));
        Assert.All(places.Places, place => Assert.NotEqual(0u, place.Semaphore));
        var window = new FileWindow(handle, new ReadingBudget());
        // A NOP, which the kernel emulates.
        Assert.All(places.Places, place => Assert.Equal(0x90, window.Exactly(place.Offset, 1)[0]));
    }

    /// <summary>Reading must end, within its bounds, for any content.</summary>
    [Fact]
    public void StapsdtNotes_DamagedTables_StayWithinBounds()
    {
        var whole = File.ReadAllBytes(Debian);
        using var handle = File.OpenHandle(Debian);
        var window = new FileWindow(handle, new ReadingBudget());
        var section = ElfFile.Read(window, RuntimeInformation.ProcessArchitecture)!.Section(".note.stapsdt")!.Value;
        var random = new Random(7);
        for (var round = 0; round < 60; round++)
        {
            var bytes = (byte[])whole.Clone();
            for (var change = 0; change < 1 + random.Next(8); change++)
            {
                bytes[(int)section.Offset + random.Next((int)section.Length)] = (byte)random.Next(256);
                if (round % 3 == 0) bytes[random.Next(64)] = (byte)random.Next(256);
            }

            File.WriteAllBytes(_file, bytes);
            using var damaged = File.OpenHandle(_file);
            var places = PythonGcPlaces.Locate(damaged, new Version(3, 11));
            Assert.All(places?.Places ?? [], place => Assert.InRange(place.Offset, 0, whole.Length - 1));
        }
    }
}
