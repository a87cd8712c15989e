using Unpause.Recordings;

namespace Unpause.Tests;

public sealed class RunIdentityTests
{
    [Theory]
    [InlineData(null, "")]
    [InlineData("", "")]
    [InlineData(" , ,", "")]
    [InlineData("service.name=cart,service.version=1.4,host.name=n1,container.id=ab,team=shop", "cart 1.4 n1 ab team=shop")]
    [InlineData(" service.name = cart , team = shop ", "cart team=shop")]
    [InlineData("team=a%2Cb%3Dc%20d%C3%BC", "team=a,b=c dü")]
    [InlineData("te%61m=x%41", "team=xA")]
    [InlineData("query=a=b=c", "query=a=b=c")]
    [InlineData("b=2,a=1,c=3", "a=1 b=2 c=3")]
    [InlineData("team=first,team=last", "team=last")]
    [InlineData("team=shop+x;y", "team=shop+x;y")]
    [InlineData("team=,zone=eu", "zone=eu")]
    [InlineData("a=1,", "a=1")]
    // What breaks the format takes all with it: no half of an identity.
    [InlineData("team=shop,broken", "")]
    [InlineData("team=shop,=x", "")]
    [InlineData("team=shop,a=%4", "")]
    [InlineData("team=shop,a=%", "")]
    [InlineData("team=shop,a=%zz", "")]
    [InlineData("team=shop,a=%+1", "")]
    [InlineData("team=shop,a=%FF", "")]
    [InlineData("team=shop,a=%C3", "")]
    // What no output should carry is left out by itself.
    [InlineData("team=shop,a=%1B[31m,%0Ab=c", "team=shop")]
    public void ResourceAttributes_List_IsReadAsOpenTelemetryWritesIt(string? attributes, string expected) =>
        Assert.Equal(expected, Text(ResourceAttributes.Read(attributes, null)));

    [Theory]
    [InlineData("service.name=cart,team=x", "shop", "shop team=x")]
    [InlineData("service.name=cart", "", "cart")]
    [InlineData("service.name=cart", "  ", "cart")]
    [InlineData("broken", " shop ", "shop")]
    [InlineData("service.name=cart", "a\nb", "cart")]
    public void ResourceAttributes_ServiceVariable_TakesPrecedence(string attributes, string service, string expected) =>
        Assert.Equal(expected, Text(ResourceAttributes.Read(attributes, service)));

    [Fact]
    public void ResourceAttributes_TooMany_AreLeftOut()
    {
        var many = string.Join(',', Enumerable.Range(0, 2_000).Select(i => $"k{i:0000}=v"));
        Assert.Equal(Limits.Labels, ResourceAttributes.Read(many, null).Labels.Count);
        Assert.Equal("a=1", Text(ResourceAttributes.Read(
            $"a=1,{new string('k', Limits.LabelKeyChars + 1)}=v,b={new string('v', Limits.LabelValueChars + 1)}", null)));
        Assert.Equal("", Text(ResourceAttributes.Read($"a=1{new string(',', Limits.TextBytes)}", null)));
        Assert.Equal("", Text(ResourceAttributes.Read(null, new string('s', Limits.LabelValueChars + 1))));
    }

    /// <summary>Whatever a program was started with, reading it ends and throws nothing.</summary>
    [Fact]
    public void ResourceAttributes_RandomText_IsReadWithoutException()
    {
        var random = new Random(1);
        const string Letters = "a=,%2C%ZZé\0\n \ud83d=,%%";
        for (var round = 0; round < 5_000; round++)
        {
            var text = string.Concat(Enumerable.Range(0, random.Next(40)).Select(_ => Letters[random.Next(Letters.Length)]));
            var identity = ResourceAttributes.Read(text, text);
            Assert.All(
                identity.Labels,
                label => Assert.True(ResourceAttributes.IsKey(label.Key) && ResourceAttributes.IsValue(label.Value)));
        }
    }

    [Fact]
    public void RunIdentity_UserAndObserved_PrefersTheUsers()
    {
        var said = new RunIdentity { Service = "cart", Labels = [new("team", "shop")] };
        var seen = new RunIdentity
        {
            Service = "x", Host = "n1", Version = "2", Container = "c", Processors = 3, MemoryLimitBytes = 5, RunId = "r",
            Labels = [new("team", "other"), new("a", "b")],
        };
        var both = said.Or(seen);
        Assert.Equal("cart 2 n1 c a=b team=shop", Text(both));
        Assert.Equal((3, 5L, "r"), (both.Processors, both.MemoryLimitBytes, both.RunId));
    }

    private static string Text(RunIdentity identity) => string.Join(
        ' ',
        ((string?[])[identity.Service, identity.Version, identity.Host, identity.Container]).OfType<string>().Concat(
            identity.Labels.Select(label => $"{label.Key}={label.Value}")));
}
