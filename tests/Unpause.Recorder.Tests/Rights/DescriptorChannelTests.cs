using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Tests.Rights;

public sealed class DescriptorChannelTests
{
    [Fact]
    public void Channel_Messages_ArriveCompleteWithTheirFiles()
    {
        var path = Path.GetTempFileName();
        File.WriteAllText(path, "content");
        var (ours, theirs) = DescriptorChannel.Pair();
        using (ours)
        using (theirs)
        {
            using (var file = File.OpenHandle(path)) ours.Send("one"u8, file);
            File.Delete(path);
            ours.Send(new byte[DescriptorChannel.MostBytes]);
            Assert.Equal("one"u8.ToArray(), theirs.Receive(out var given));
            Assert.Equal(DescriptorChannel.MostBytes, theirs.Receive(out var none).Length);
            Assert.Null(none);
            using var reader = new StreamReader(new FileStream(given!, FileAccess.Read));
            Assert.Equal("content", reader.ReadToEnd());
        }
    }

    [Fact]
    public void Channel_SecondFile_IsClosed()
    {
        var path = Path.GetTempFileName();
        var (ours, theirs) = DescriptorChannel.Pair();
        using (ours)
        using (theirs)
        {
            using (var file = File.OpenHandle(path)) ours.Send("two"u8, file, file);
            Assert.Equal("two"u8.ToArray(), theirs.Receive(out var given));
            Assert.Equal(1, OpenWith(path));
            given!.Dispose();
            Assert.Equal(0, OpenWith(path));
        }

        File.Delete(path);
    }

    [Fact]
    public void Channel_OtherEndClosed_IsReported()
    {
        var (ours, theirs) = DescriptorChannel.Pair();
        using (ours)
        {
            theirs.Send("last"u8);
            theirs.Dispose();
            Assert.Equal("last"u8.ToArray(), ours.Receive(out _));
            Assert.Empty(ours.Receive(out _));
            Assert.Throws<IOException>(() => ours.Send("no"u8));
        }
    }

    [Fact]
    public void Channel_EmptyOrTooLongMessage_IsRejected()
    {
        var (ours, theirs) = DescriptorChannel.Pair();
        using (ours)
        using (theirs)
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => ours.Send([]));
            Assert.Throws<ArgumentOutOfRangeException>(() => ours.Send(new byte[DescriptorChannel.MostBytes + 1]));
        }
    }

    [Theory]
    [InlineData("0 0 4294967295", 1_900_000_000, 1_916_777_215)]
    [InlineData("0 100000 65536", 65534, 65534)]
    [InlineData("0 1000 1\n65534 7 1", 65534, 65534)]
    public void LesserUser_NamespaceMap_IsWithinTheMap(string map, uint least, uint most) =>
        Assert.InRange(LesserUser.Choose(map.Split('\n'))!.Value, least, most);

    [Theory]
    [InlineData("0 1000 1")]
    [InlineData("")]
    [InlineData("nonsense x y\n-5 99999999999999999999 3")]
    public void LesserUser_OnlyOneUserInTheMap_IsNull(string map) => Assert.Null(LesserUser.Choose(map.Split('\n')));

    private static int OpenWith(string path) =>
        Directory.EnumerateFiles("/proc/self/fd").Count(descriptor => new FileInfo(descriptor).LinkTarget == path);
}
