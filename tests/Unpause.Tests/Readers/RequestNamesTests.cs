using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

public class RequestNamesTests
{
    [Theory]
    [InlineData("GET", "", "/orders/17", "GET /orders/{id}")]
    [InlineData("GET", "", "/orders/17/lines/3?x=1", "GET /orders/{id}/lines/{id}")]
    [InlineData("POST", "", "/", "POST /")]
    [InlineData("GET", "", "/users/8f14e45f-ceea-467f-a9d5-0c1d2e3f4a5b/photo", "GET /users/{id}/photo")]
    [InlineData("GET", "", "/t/4bf92f3577b34da6a3ce929d0e0e4736", "GET /t/{id}")]
    [InlineData("GET", "", "/k/01ARZ3NDEKTSV4RRFFQ69G5FAV", "GET /k/{id}")]
    [InlineData("GET", "", "/api/v2/customer-relationships-2024", "GET /api/v2/customer-relationships-2024")]
    [InlineData("GET", "", "/deadbeef", "GET /deadbeef")]
    [InlineData("", "api.example", "/v1/items/5#part", "api.example/v1/items/{id}")]
    [InlineData("GET", "", "/größe/😀", "GET /größe/😀")]
    [InlineData("", "", "", "unnamed")]
    public void RequestNames_IdsAndQueries_AreRemoved(string method, string host, string path, string expected)
    {
        var names = new List<string>();
        var index = new RequestNames(
            names).GetOrAdd(Encoding.Unicode.GetBytes(method), Encoding.Unicode.GetBytes(host), Encoding.Unicode.GetBytes(path));
        Assert.Equal(expected, names[index]);
    }

    [Fact]
    public void RequestNames_EndlessAndBrokenText_IsBounded()
    {
        var names = new List<string>();
        var table = new RequestNames(names);
        var index = table.GetOrAdd(Encoding.Unicode.GetBytes("GET"), default, Encoding.Unicode.GetBytes("/" + new string('x', 100_000)));
        Assert.InRange(names[index].Length, 10, Limits.NameBytes);
        Assert.Equal("GET /\uFFFD", names[table.GetOrAdd(Encoding.Unicode.GetBytes("GET"), default, [0x2F, 0x00, 0x00, 0xD8])]);
        for (var i = 0; i < 20_000; i++) table.GetOrAdd(default, default, Encoding.Unicode.GetBytes($"/{i}x"));
        Assert.InRange(names.Count, 2, Limits.Names + 1);
    }
}
