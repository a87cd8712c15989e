// Allocates as its first argument says, then prints what the runtime itself counted: the truth that the reader of
// .nettrace files is compared with. Usage: AllocatingProgram MODE ROUNDS [THREADS]
using AllocatingProgram;

var mode = args[0];
var rounds = int.Parse(args[1]);
var threads = args.Length > 2 ? int.Parse(args[2]) : 1;
var workers = new Thread[threads];
for (var i = 0; i < threads; i++)
{
    workers[i] = new Thread(() => Workload.Run(mode, rounds));
    workers[i].Start();
}

foreach (var worker in workers) worker.Join();
Truth.Print(Console.Out);
