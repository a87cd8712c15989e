using System.Text;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests;

/// <summary>What the program does with input that <c>unpause fleet</c> never writes.</summary>
public sealed class FleetProgramTests
{
    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{\"action\":\"report\"}")]
    [InlineData("{\"action\":\"report\",\"inputs\":null}")]
    [InlineData("{\"action\":\"report\",\"inputs\":[null]}")]
    [InlineData("{\"action\":\"report\",\"inputs\":{}}")]
    public async Task Request_WithoutInputs_IsTheUsersMistake(string request)
    {
        using var input = new MemoryStream(Encoding.UTF8.GetBytes(request));
        Assert.Equal(ExitCodes.Usage, await FleetProgram.RunAsync(input, Stream.Null));
    }
}
