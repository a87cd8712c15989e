using System.Globalization;
using Unpause.Bench.Fleet;
using Unpause.Fleet.Stores.ClickHouse;

return args switch
{
    ["clickhouse", var address, var pauses, var processes] => await new ClickHouseBench(
        ClickHouseAddress.Parse(address, null), long.Parse(pauses, CultureInfo.InvariantCulture),
        int.Parse(processes, CultureInfo.InvariantCulture)).RunAsync(),
    _ => Usage(),
};

static int Usage()
{
    Console.Error.WriteLine("Unpause.Bench.Fleet clickhouse ADDRESS PAUSES PROCESSES");
    return 2;
}
