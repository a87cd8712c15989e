import gc,time
class A: pass
keep=[]
end=time.time()+2
while time.time()<end:
    for i in range(3000):
        a=A(); b=A(); a.b=b; b.a=a; a.l=[i,{}]
        if i%10==0: keep.append(a)
    gc.collect()
    if len(keep)>60000: keep.clear()
